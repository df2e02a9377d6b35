// Rikken before the play: what was heard in the auction, and the choices that are not cards, in words.
import { card, suit, suitName, name as cardName } from "../decks/french.js";
import { contractName, el, pressable, who } from "./parts.js";

/* The contracts as buttons are grouped: name -> tricks that make it (from, to), value; the same numbers as contracts.py. */
export const CONTRACTS = {
  "rik": ["partner", 8, 13, 1], "rik-beter": ["partner", 8, 13, 1], "troela": ["partner", 8, 13, 2],
  "solo-8": ["solo", 8, 13, 1], "solo-9": ["solo", 9, 13, 4], "solo-10": ["solo", 10, 13, 6],
  "solo-11": ["solo", 11, 13, 8], "solo-12": ["solo", 12, 13, 12], "solo": ["solo", 13, 13, 22],
  "piek": ["piek", 1, 1, 3], "open-piek": ["piek", 1, 1, 6], "open-piek-plus": ["piek", 1, 1, 10],
  "misere": ["misere", 0, 0, 5], "open-misere": ["misere", 0, 0, 10], "open-misere-plus": ["misere", 0, 0, 15],
};
/* Whose cards are seen besides: what the words and the + at the end of a name mean. */
export const seen = (name) => (name.endsWith("-plus") ? "goal-plus" : name.startsWith("open-") ? "goal-open" : "");
const GROUPS = ["partner", "solo", "piek", "misere"];

/** Every bid so far. */
export function auctionHeard(t, view) {
  const list = el("ol", "rikken-heard");
  list.setAttribute("aria-label", t("auction"));
  for (const [seat, said] of view.state.auction ?? []) {
    const line = el("li", said === "pas" ? "passed" : "bid");
    line.append(el("span", "quiet", `${who(view, seat)} `), el("b", "", said === "pas" ? t("said-pas") : contractName(t, said)));
    list.append(line);
  }
  return list;
}

/** The choices that are not cards, in words: bids by groups, trump, the card to ask for. */
export function calls(ctx, t, view, act) {
  const of = (kind) => (view.moves ?? []).filter((move) => move.kind === kind).map(({ move }) => move);
  const bids = of("bid"), trumps = of("trump"), asks = of("ask");
  if (!bids.length && !trumps.length && !asks.length) return null;
  const box = el("div", "rikken-calls");
  box.setAttribute("role", "group");
  const choose = (move, label, names, ...inside) => {
    const button = pressable(`button legal ${names}`, label, true, () => act(move));
    button.dataset.key = move;
    button.append(...inside);
    return button;
  };
  if (bids.length) {
    box.setAttribute("aria-label", t("bids"));
    if (bids.includes("pas")) {
      const letter = el("kbd", "", "P");
      letter.setAttribute("aria-hidden", "true");
      box.append(choose("pas", t("pass"), "pass", el("b", "", t("pass")), letter));
    }
    for (const group of GROUPS) {
      const names = Object.keys(CONTRACTS).filter((name) => CONTRACTS[name][0] === group && bids.includes(name));
      if (!names.length) continue;
      const row = el("div", `bids group-${group}`);
      row.setAttribute("role", "group");
      row.setAttribute("aria-label", t(`group-${group}`));
      const plus = names.some((name) => seen(name) === "goal-plus") ? `. ${t("plus-means")}` : "";
      const title = el("p", "quiet", `${t(`group-${group}`)}${plus}`);
      title.setAttribute("aria-hidden", "true");
      const buttons = el("div", "row");
      for (const name of names) {
        const worth = t("worth", { value: CONTRACTS[name][3] });
        const means = seen(name) ? `: ${t(seen(name))}` : "";
        buttons.append(choose(name, `${contractName(t, name)}, ${worth}${means}`, "bid", el("b", "", contractName(t, name)), el("small", "", worth)));
      }
      row.append(title, buttons);
      box.append(row);
    }
  }
  if (trumps.length) {
    box.setAttribute("aria-label", t("choose-trump"));
    const row = el("div", "row trumps");
    for (const move of trumps) {
      const of = move.slice("trump:".length);
      row.append(choose(move, suitName(of, ctx.language), "trump", suit(of), el("b", "", suitName(of, ctx.language))));
    }
    box.append(el("p", "quiet", t("choose-trump")), row);
  }
  if (asks.length) {
    box.setAttribute("aria-label", t("choose-ask"));
    const row = el("div", "row asks");
    const rank = asks[0].slice("ask:".length)[0];
    for (const move of asks) {
      const code = move.slice("ask:".length);
      const blind = !view.state.hand?.some((held) => held[1] === code[1]);
      const label = cardName(code, ctx.language) + (blind ? `, ${t("blind")}` : "");
      row.append(choose(move, label, "ask", card(code), el("b", "", cardName(code, ctx.language)), ...(blind ? [el("small", "", t("blind"))] : [])));
    }
    const note = rank === "A" ? "" : t(rank === "K" ? "ask-note-K" : "ask-note-lower");
    box.append(el("p", "quiet", [t("choose-ask"), note].filter(Boolean).join(" ")), row);
  }
  return box;
}

// The Truco table: the rival above, three rounds in the middle, the own hand below as buttons.
import { element } from "../basics/api.js";
import { back, card, code, name as cardName } from "../decks/spanish.js";
import { faceOf } from "../pictures/faces.js";
import { half, tally } from "./matches_tally.js";
import { ownHand, renew } from "./own_hand.js";

export { half, tally };
export { letters } from "./parts.js";
export const draws = ["card"];
export const styles = ["truco.css"];

const HIDDEN = "(?)";
const isCard = (move) => move.startsWith("(") || /^\d/.test(move);

// A finished round stays a while, and so does a word that was said.
export function hold(view) {
  const said = view.told?.history?.at(-1), state = view.state;
  if (!said || !state) return 0;
  if (!isCard(said.move)) return 1000;
  return state.played[0].length === state.played[1].length ? 1300 : 600;
}

export function create(root, { t, act, settings, language }) {
  let landed = { unit: null, count: 0 };
  const rival = seatBox("rival"), own = seatBox("own");
  const standing = element("ul", { class: "standing" });
  const rounds = [1, 2, 3].map((number) => roundBox(t("truco.round", { n: number })));
  const piles = element("ol", { class: "rounds", "aria-label": t("truco.rounds") }, rounds.map((one) => one.box));
  const hand = ownHand(own.cards, t("truco.facedown"), { act, draw: update });
  hand.turned.append(element("kbd", { "aria-hidden": "true" }, "V"));
  own.box.append(hand.turned);
  root.classList.add("truco");
  root.append(rival.box, element("div", { class: "middle" }, piles, standing), own.box);

  const picture = (face) => (face === HIDDEN ? back({ language }) : card(face, { language }));
  const called = (view, seat) => (seat === view.seat ? t("table.you") : view.seats?.[seat]?.name ?? "");

  function update(view) {
    hand.follow(view);
    const state = view.state, me = view.seat ?? 0, they = 1 - me;
    root.classList.toggle("waiting", !state);
    name(rival, view, they);
    name(own, view, me);
    if (!state) return;
    others(rival, view, they);
    if (view.seat === null || view.seat === undefined) others(own, view, me);
    else mine(view);
    if (landed.unit !== view.unit) landed = { unit: view.unit, count: 0 };
    rounds.forEach((one, at) => drawRound(one, view, at, me));
    landed.count = view.told?.history?.length ?? 0;
    const lines = view.told?.standing ?? []; // mão and pé, then what the hand is worth, then what the names tell already
    standing.replaceChildren(...lines.map((line, at) => element("li", { class: at === 1 ? "" : "unseen" }, line)));
  }

  // A name with what belongs to it: mão or pé, numbers said aloud, points paid; and the word just said.
  function name(one, view, seat) {
    const who = called(view, seat), history = view.told?.history ?? [];
    one.box.setAttribute("aria-label", who);
    const sits = view.seats?.[seat], agent = sits?.kind === "agent" ? sits : null;
    renew(one.portrait, agent?.agent ?? "", () => (agent?.agent ? [faceOf(agent)] : []));
    one.box.classList.toggle("turn", view.turn === seat && view.state?.to_move !== null);
    one.head.replaceChildren(element("strong", {}, who), ...chips(view, seat).map(chip));
    const at = history.findLastIndex((entry) => entry.seat === seat);
    const word = at >= 0 && at >= history.length - 2 && !isCard(history[at].move) ? history[at] : null;
    one.bubble.hidden = !word;
    renew(one.bubble, word ? `${view.unit}.${at}` : "", () => (word ? [word.text] : []));
  }

  const chip = ([text, kind]) => element("span", { class: `chip ${kind}` }, text);

  function chips(view, seat) {
    const { state, told } = view;
    if (!state) return [];
    const said = state.announced.filter((one) => one.seat === seat), paid = state.paid.filter((one) => one.seat === seat);
    const known = seat === view.seat && told?.own && !said.some((one) => one.points !== null);
    return [
      state.mano === seat ? [t("truco.mano"), "mano"] : [t("truco.pe"), "pe"],
      ...said.map(({ mode, points }) => [`${mode} ${points ?? `«${t("truco.good")}»`}`, "said"]),
      ...paid.map(({ mode, points }) => [`${mode} +${points}`, "paid"]),
      ...(known ? [[told.own, "points"]] : []),
    ];
  }

  // Cards of somebody else: backs, or open where the view may show them.
  function others(one, view, seat) {
    const state = view.state, played = state.played[seat].map(code);
    const left = (cards) => cards.map(code).filter((face) => !played.includes(face));
    const open = view.hands?.[seat] ? left(view.hands[seat]) : null, proof = left(state.shown?.[seat] ?? []);
    const faces = open ?? [...proof, ...Array(Math.max(0, 3 - played.length - proof.length)).fill(HIDDEN)];
    const kind = (face) => (face === HIDDEN ? "card small back" : "card small");
    renew(one.cards, faces.join(" "), () => faces.map((face) => element("span", { class: kind(face) }, picture(face))));
  }

  function mine(view) {
    const state = view.state, asked = (view.moves ?? []).length > 0;
    renew(own.cards, `${view.unit} ${state.dealt.join(" ")}`, () => state.dealt.map(ownCard));
    for (const one of own.cards.children) {
      const face = one.dataset.card, held = state.hand.includes(face), may = held && hand.legal(face) !== null;
      const label = cardName(face, language);
      one.classList.toggle("gone", !held);
      one.classList.toggle("legal", may);
      one.classList.toggle("down", hand.down && held);
      one.classList.toggle("idle", held && !may && asked);
      one.setAttribute("aria-disabled", String(!may));
      one.setAttribute("aria-label", hand.down ? t("truco.down", { card: label }) : label);
    }
  }

  function ownCard(face, at) {
    const key = String(at + 1), facts = { "data-card": face, "aria-keyshortcuts": key };
    const art = element("span", { class: "art" }, card(face, { language }));
    const made = element("button", { type: "button", class: "card", onclick: () => hand.play(face), ...facts }, art);
    made.append(element("kbd", { "aria-hidden": "true" }, key));
    return made;
  }

  function drawRound(one, view, at, me) {
    const state = view.state, done = state.won.length > at;
    const winner = done ? state.won[at] : undefined;
    [[one.theirs, 1 - me], [one.mine, me]].forEach(([spot, seat]) => {
      const played = state.played[seat][at];
      const face = played && played !== HIDDEN && state.to_move === null ? code(played) : played;
      const make = () => (face ? [element("span", { class: `card ${fresh(view, seat, at)}` }, picture(face))] : []);
      renew(spot, face ? `${view.unit}.${face}` : "", make);
      spot.classList.toggle("won", winner === seat);
      spot.classList.toggle("lost", done && winner !== null && winner !== seat);
    });
    one.result.textContent = !done ? t("truco.nth", { n: at + 1 }) : result(view, winner, me);
    one.box.classList.toggle("now", state.won.length === at && state.to_move !== null);
    one.box.classList.toggle("done", done);
  }

  // A card that is new lands; when one view brings several moves, each lands after the one before it.
  function fresh(view, seat, at) {
    const history = view.told?.history ?? [];
    const cards = history.flatMap((one, index) => (one.seat === seat && isCard(one.move) ? [index] : []));
    const late = (cards[at] ?? -1) - landed.count;
    if (late < 0 || settings?.speed === "instant") return "";
    return late ? `fresh after-${Math.min(late, 3)}` : "fresh";
  }

  function result(view, winner, me) {
    return winner === null ? `= ${t("truco.tied")}` : `${winner === me ? "▼" : "▲"} ${called(view, winner)}`;
  }

  function destroy() {
    root.classList.remove("truco", "waiting");
    root.replaceChildren();
  }

  return { update, key: hand.key, destroy };
}

function seatBox(where) {
  const head = element("div", { class: "who" }), cards = element("div", { class: "cards" });
  const bubble = element("p", { class: "bubble", hidden: true });
  const portrait = element("div", { class: "portrait" });
  return { box: element("section", { class: `seat ${where}` }, portrait, head, bubble, cards), head, cards, bubble, portrait };
}

function roundBox(label) {
  const theirs = element("div", { class: "spot theirs" }), mine = element("div", { class: "spot mine" });
  const result = element("p", { class: "result" }), pile = element("div", { class: "pile" }, theirs, mine);
  return { box: element("li", { class: "round" }, element("span", { class: "unseen" }, label), pile, result), theirs, mine, result };
}

// Rikken in play: the trick on the table, tricks to look at again, the running score.
import { card } from "../decks/french.js";
import { el, signed, who } from "./parts.js";

/** The trick being played; between two tricks the one just finished stays, with who took it. */
export function trickOn(ctx, t, view, before, place) {
  const { state } = view;
  const finished = !state.current?.cards.length && state.tricks.length > 0;
  const trick = finished ? state.tricks.at(-1) : state.current;
  const taker = finished ? takerOf(state, state.tricks.length - 1) : null;
  const box = el("div", `rikken-trick${finished ? " finished" : ""}`);
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", finished ? t("taken-by", { who: who(view, taker) }) : t("trick"));
  if (!trick) return box;
  const grew = before && played(view) === played(before) + 1;
  trick.cards.forEach((code, turn) => {
    const seat = (trick.leader + turn) % 4;
    const newest = grew && turn === trick.cards.length - 1;
    box.append(laid(ctx, t, view, seat, code, `at-${place(seat)}${seat === taker ? " taker" : ""}${newest ? " newest" : ""}`,
      seat === taker ? t("takes") : turn === 0 ? t("led") : ""));
  });
  if (state.current && !state.current.cards.length && state.phase === "play") {
    const lead = state.current.leader;
    box.append(el("p", "leads", lead === view.seat ? t("you-lead") : t("trick-empty", { who: who(view, lead) })));
  }
  return box;
}

function laid(ctx, t, view, seat, code, names, note) {
  const spot = el("figure", `laid ${names}`);
  const caption = el("figcaption");
  caption.append(el("span", "name", who(view, seat)));
  if (note) caption.append(el("span", "note", note));
  spot.append(card(code, { language: ctx.language }), caption);
  return spot;
}

/** Who took a finished trick: the leader of the next one; of the last of all, whoever has one more than those tell. */
function takerOf(state, at) {
  const next = state.tricks[at + 1] ?? state.current;
  if (next) return next.leader;
  const told = [0, 0, 0, 0];
  for (let each = 1; each < state.tricks.length; each += 1) told[state.tricks[each].leader] += 1;
  return told.findIndex((count, seat) => count < state.won[seat]);
}

/** The fold in which finished tricks are looked at again. */
export function review(t) {
  const fold = el("details", "rikken-review");
  const title = el("summary", "", t("review-last"));
  const letter = el("kbd", "", "L");
  letter.setAttribute("aria-hidden", "true");
  title.append(" ", letter);
  title.dataset.key = "review";
  fold.append(title, el("div", "rikken-review-inside"));
  return fold;
}

/** One finished trick. */
export function pastTrick(ctx, t, view, at) {
  const trick = view.state.tricks[at];
  const taker = takerOf(view.state, at);
  const row = el("div", "rikken-past");
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", t("taken-by", { who: who(view, taker) }));
  trick.cards.forEach((code, turn) => {
    const seat = (trick.leader + turn) % 4;
    row.append(laid(ctx, t, view, seat, code, seat === taker ? "taker" : "", seat === taker ? t("takes") : turn === 0 ? t("led") : ""));
  });
  return row;
}

/** The running score. */
export function scores(t, view, me) {
  const { state } = view;
  const fold = el("details", "rikken-scores"), title = el("summary", "", t("scores")), grid = el("table");
  title.dataset.key = "scores";
  if (state.number) title.append(el("span", "quiet", `· ${t("deal", { number: state.number, deals: state.rules?.deals ?? "" })}`));
  grid.setAttribute("aria-label", t("scores"));
  const cell = (kind, text, scope) => {
    const one = el(kind, "", text);
    if (scope) one.scope = scope;
    return one;
  };
  const line = (...cells) => {
    const row = el("tr");
    row.append(...cells);
    return row;
  };
  const head = el("thead"), body = el("tbody");
  head.append(line(...["player", "tricks", "before", "this-deal", "total"].map((key) => cell("th", t(key), "col"))));
  head.rows[0].cells[2].className = "had";
  for (const step of [0, 1, 2, 3]) {
    const seat = (me + step) % 4;
    const had = state.score?.[seat] ?? 0, got = state.points?.[seat] ?? 0;
    const total = el("td");
    total.append(el("b", "", signed(had + got)));
    const earlier = cell("td", signed(had));
    earlier.className = "had";
    body.append(line(cell("th", who(view, seat), "row"), cell("td", String(state.won?.[seat] ?? 0)), earlier,
      cell("td", state.phase === "over" ? signed(got) : "·"), total));
  }
  grid.append(head, body);
  fold.append(title, grid);
  return fold;
}

export const played = (view) => view.told?.history?.length ?? view.ply;

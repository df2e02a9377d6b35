// Parts of the table page that are drawn from a view: turn line, calls, score, what was said, this table.
import { button, element } from "../basics/api.js";
import { rulesPage } from "../basics/places.js";
import { language, t } from "../basics/words.js";

export const nameOf = (view, who) => (who === view.seat ? t("table.you") : view.seats[who]?.name ?? "");
export const isMine = (view) => view.seat !== null && view.turn === view.seat && !view.over;

export function drawTurn(root, view) {
  const text = turnText(view), mine = isMine(view);
  if (root.textContent !== text) root.textContent = text;
  root.classList.toggle("mine", mine);
  document.title = mine ? `● ${t("table.your-turn")} · Bolicho` : t("title-table");
}

function turnText(view) {
  if (view.over) return view.result?.text || t("table.over");
  if (!view.state) return t("table.waiting");
  if (view.turn === null) return t("table.hand-over");
  if (view.told?.asked) return view.told.asked;
  if (isMine(view)) return t("table.your-turn");
  return t(view.thinking ? "table.thinking" : "table.turn-of", { name: nameOf(view, view.turn) });
}

// A move at the end of a sentence: a call comes with its own mark ("Truco!"), a card without one.
export const withFullStop = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

// Every legal move that the drawing does not offer itself, as a big button.
export function drawCalls(root, view, picture, act) {
  const drawn = new Set(picture.draws ?? []), moves = view.moves ?? [], keys = picture.letters?.(moves, language) ?? {};
  const focus = document.activeElement?.dataset?.move;
  root.classList.toggle("none", drawn.size > 1 || view.seat === null);
  root.replaceChildren(...moves.filter(({ kind }) => !drawn.has(kind)).map(({ move, text, gloss, tone }) => {
    const key = keys[move];
    const facts = { "data-move": move, "data-key": key ?? "", "aria-keyshortcuts": key };
    const made = button("", () => act(move), tone, facts);
    made.append(element("span", {}, text));
    if (gloss) made.append(element("span", { class: "gloss" }, gloss));
    if (key) made.append(element("kbd", { "aria-hidden": "true" }, key));
    return made;
  }));
  if (focus && !document.activeElement?.dataset?.move) {
    const same = root.querySelector(`[data-move="${CSS.escape(focus)}"]`) ?? root.querySelector("button");
    same?.focus({ preventScroll: true });
  }
}

// Drawings of games without a target (Rikken, boards) show seats and scores themselves.
export function drawScore(root, view, picture) {
  root.hidden = view.target === null;
  if (root.hidden) return;
  const order = view.seats.map((one) => one.seat);
  if (view.seat !== null && order.length === 2) order.sort((a) => (a === view.seat ? 1 : -1));
  root.replaceChildren(...order.map((who) => scoreOf(view, who, picture)));
}

function scoreOf(view, who, picture) {
  const one = view.seats[who], points = view.scores?.[who] ?? 0;
  const name = element("span", { class: "name" }, one.kind === "open" ? t("table.open-seat") : nameOf(view, who));
  const away = one.kind === "person" && one.present === false && who !== view.seat;
  if (away) name.append(element("span", { class: "away" }, ` (${t("table.away")})`));
  const whole = element("span", { class: "unseen" }, ` ${t("table.of", { target: view.target })}`);
  const box = element("div", { class: who === view.seat ? "one mine" : "one" }, name);
  if (picture.tally) box.append(element("span", { class: "half" }, picture.half(points, view.target, t)));
  box.append(element("span", { class: "points" }, String(points), whole));
  if (picture.tally) box.append(element("span", { class: "tally-row" }, picture.tally(points, view.target)));
  return box;
}

// Returns what is new since the view before: the moves, and what is said of them to who cannot see the table.
// What was said beside moves (talk) stands between them.
export function drawLog(root, view, before, talk = []) {
  const history = view.told?.history ?? [], waiting = [...talk], lines = [];
  const line = ({ seat, text }, kind) => element("li", { class: kind }, element("strong", {}, `${nameOf(view, seat)}: `), text);
  let moves = 0;
  const said = () => {
    while (waiting.length && waiting[0].after <= moves) lines.push(line(waiting.shift(), "talk"));
  };
  for (const entry of history) {
    if (entry.move) said(); // a number that was said with a move stays with it
    lines.push(line(entry));
    if (entry.move) moves += 1;
  }
  moves = Infinity;
  said();
  root.replaceChildren(...lines);
  root.scrollTop = root.scrollHeight;
  const fresh = before && before.unit === view.unit ? history.slice(before.told?.history?.length ?? 0) : [];
  const spoken = view.told?.speech ?? [], heard = before?.unit === view.unit ? before.told?.speech?.length ?? 0 : 0;
  return { fresh, spoken: spoken.slice(heard).join(" ") };
}

// What this table is, and what a person may do at it. does: {hint, why, resign, leave}
export function drawFacts(root, view, does) {
  const playing = view.seat !== null && !view.over && Boolean(view.state);
  const focus = document.activeElement?.dataset?.do;
  const offer = (key, go, may = true) => button(t(`table.${key}`), () => may && go(), "small", { "data-do": key, "aria-disabled": may ? null : "true" });
  const people = view.seats.some((one) => one.kind !== "agent"); // to learn or for real is said of people
  const about = [view.variant ?? view.preset, people ? t(`mode.${view.mode}`) : null, view.seat === null ? t("table.watching") : null];
  root.replaceChildren(
    element("h2", {}, view.title),
    element("p", { class: "quiet" }, about.filter(Boolean).join(" · ")),
    element("p", { class: "row" },
      element("a", { class: "button small", href: rulesPage(view.game, view.preset), target: "_blank", rel: "noopener" }, t("table.rules")),
      playing && view.mode === "learning" ? offer("hint", does.hint, isMine(view)) : null,
      mayAskWhy(view) ? offer("why-open", does.why) : null,
      playing ? offer("resign", does.resign) : null,
      playing ? offer("leave", does.leave) : null),
  );
  if (focus) root.querySelector(`[data-do="${focus}"]`)?.focus({ preventScroll: true });
}

function mayAskWhy(view) {
  const agents = view.seats.filter((one) => one.kind === "agent").length;
  if (!agents) return false;
  return view.over || agents === view.seats.length || (view.mode === "learning" && Boolean(view.last));
}

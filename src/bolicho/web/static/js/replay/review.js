// The review of a match: the worst moves first, luck and skill apart, the chance to win hand by hand, all marks.
import { element, get, seatAt } from "../basics/api.js";
import { linear, sheet, svg, title } from "../charts/svg.js";
import { fixed, percent } from "../basics/numbers.js";
import { language, t } from "../basics/words.js";

const WRONG = ["blunder", "mistake", "inaccuracy"];
const SIGNS = { blunder: "??", mistake: "?", inaccuracy: "?!", only: "!", bluff: "!", fold: "✓", good: "", forced: "", unknown: "" };
const PAUSE = 400;

/** Show the panel; `ways.go(unit, ply)` shows a position, `ways.again(unit, ply)` plays on from it. */
export function offerReview(match, find, ways) {
  const id = location.pathname.split("/").pop();
  find("review-box").hidden = false;
  find("review-go").onclick = () => make(id, match, find, ways);
  if (new URLSearchParams(location.search).has("review")) make(id, match, find, ways);
}

async function make(id, match, find, ways) {
  find("review-go").hidden = true;
  find("review-bar").hidden = false;
  try {
    const token = match.table ? seatAt(match.table)?.token : undefined;
    for (;;) {
      const { state, done, total, review } = await get(`/api/matches/${id}/review?language=${language}`, { token });
      if (state === "done") return show(review, match, find, ways);
      find("review-told").textContent = t(`review.${state}`, { done, total });
      find("review-bar").value = total ? done / total : 0;
      await new Promise((over) => setTimeout(over, PAUSE));
    }
  } catch (error) {
    find("review-told").textContent = t("review.failed", { why: error.message });
    find("review-go").hidden = false;
  }
  find("review-bar").hidden = true;
}

function show(review, match, find, ways) {
  const seats = match.names.map((_, seat) => seat).filter((seat) => review.seats[seat]);
  const person = match.seats.findIndex((one) => one.kind === "person");
  const chosen = seats.includes(person) ? person : seats[0];
  find("review-bar").hidden = find("review-about").hidden = true;
  find("review-told").textContent = match.hidden.length ? t("review.hidden") : "";
  const told = element("div", {});
  const choose = element("select", { id: "review-seat", onchange: () => told.replaceChildren(...parts(review, match, Number(choose.value), ways)) },
    seats.map((seat) => element("option", { value: seat, selected: seat === chosen }, match.names[seat])));
  told.replaceChildren(...parts(review, match, chosen, ways));
  find("review").replaceChildren(element("p", {}, element("label", { for: "review-seat" }, t("review.seat")), " ", choose), told);
  find("review").hidden = false;
}

function parts(review, match, seat, ways) {
  const own = review.units.flatMap((unit) => unit.decisions).filter((one) => one.seat === seat);
  const wrong = own.filter((one) => WRONG.includes(one.mark)).sort((a, b) => b.loss - a.loss);
  const rest = own.filter((one) => !["forced", "unknown"].includes(one.mark) && !wrong.slice(0, 3).includes(one));
  return [
    element("h3", {}, t("review.worst")),
    wrong.length ? element("ol", { class: "worst" }, wrong.slice(0, 3).map((one) => mistake(one, match, ways))) : element("p", {}, t("review.none")),
    ...luck(review, match, seat),
    ...curve(review, match, seat),
    element("p", { class: "quiet" }, t("review.counts", { count: own.length, marks: counted(own) })),
    rest.length ? element("details", {}, element("summary", {}, t("review.others")), element("ul", { class: "said marks" }, rest.map((one) => line(one, match, ways)))) : null,
  ].filter(Boolean);
}

const where = (one, match) => t(match.open_board ? "review.where-game" : "review.where", { unit: one.unit + 1, ply: one.ply + 1 });
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const LINES = { match: "review.mistake-line", points: "review.points-line", game: "review.game-line" };
const lost = (one) => (one.kind === "match" ? percent(one.loss, language, 1) : fixed(one.loss, language, 1));

function mistake(one, match, ways) {
  const said = t(LINES[one.kind], { mark: capital(t(`review.mark-${one.mark}`)), move: one.name, loss: lost(one) });
  return element("li", { class: one.mark },
    element("p", {}, element("strong", { class: "sign", "aria-hidden": "true" }, SIGNS[one.mark]), " ", element("span", { class: "quiet" }, `${where(one, match)}. `), said),
    element("p", {}, element("strong", {}, t("review.better", { best: one.best })), one.sentence ? ` ${one.sentence}` : ""),
    element("p", { class: "row" },
      element("button", { type: "button", class: "button small", onclick: () => ways.go(one.unit, one.ply) }, t("review.show")),
      match.finished && !match.hidden.length ? element("button", { type: "button", class: "button small", onclick: () => ways.again(one.unit, one.ply) }, t("review.again")) : null));
}

function line(one, match, ways) {
  const worth = WRONG.includes(one.mark) ? ` (${lost(one)})` : "";
  return element("li", {}, element("button", { type: "button", onclick: () => ways.go(one.unit, one.ply) },
    element("span", { class: "ply" }, SIGNS[one.mark]), element("span", {}, `${where(one, match)}: ${one.name} · ${t(`review.mark-${one.mark}`)}${worth}`)));
}

function counted(own) {
  const counts = new Map();
  for (const { mark } of own) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return [...counts].map(([mark, count]) => `${count} × ${t(`review.mark-${mark}`)}`).join(", ");
}

/** What the cards brought and what decisions gave away, as points of a hundred from the eyes of a seat. */
function luck(review, match, seat) {
  const known = review.units.filter((unit) => unit.luck !== undefined);
  if (!known.length || known.some((unit) => unit.after === null)) return [];
  const sign = seat ? -1 : 1, sum = (pick) => known.reduce((total, unit) => total + pick(unit), 0);
  const cards = sign * sum((unit) => unit.luck), own = -sum((unit) => unit.lost[seat]), rival = sum((unit) => unit.lost[1 - seat]);
  const all = sign * sum((unit) => unit.after - unit.before);
  const rows = [[t("review.luck"), cards], [t("review.own"), own], [t("review.rival", { who: match.names[1 - seat] }), rival], [t("review.rest"), all - cards - own - rival]];
  const points = fixed(sign * sum((unit) => unit.points), language, 1, { signed: true });
  return [
    element("h3", {}, t("review.luck-title")),
    element("table", { class: "luck" }, element("tbody", {}, rows.map(([name, value]) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, fixed(100 * value, language, 1, { signed: true })))))),
    element("p", { class: "quiet" }, t("review.luck-about", { who: match.names[seat], points })),
  ];
}

/** The chance of a seat to win before each hand, and at the end. */
function curve(review, match, seat) {
  const known = review.units.filter((unit) => unit.before !== undefined);
  if (known.length < 2) return [];
  const mine = (chance) => (seat ? 1 - chance : chance), last = known.at(-1).after;
  const told = [...known.map((unit) => [t("review.curve-at", { unit: unit.unit + 1, chance: percent(mine(unit.before), language) }), mine(unit.before)]),
    ...(last === null ? [] : [[t("review.curve-end", { chance: percent(mine(last), language) }), mine(last)]])];
  const wide = 320, high = 120, across = linear(0, told.length - 1, 38, wide - 10), up = linear(0, 1, high - 12, 8);
  const picture = sheet(wide, high, `${t("review.curve", { who: match.names[seat] })}. ${told.map(([text]) => text).join("; ")}`);
  for (const level of [0, 0.5, 1]) picture.append(svg("line", { x1: 38, x2: wide - 10, y1: up(level), y2: up(level), class: "grid" }), svg("text", { x: 33, y: up(level) + 4, class: "axis" }, percent(level, language)));
  picture.append(svg("polyline", { points: told.map(([, chance], at) => `${across(at).toFixed(1)},${up(chance).toFixed(1)}`).join(" "), class: "curve" }));
  told.forEach(([text, chance], at) => picture.append(svg("circle", { cx: across(at), cy: up(chance), r: 3.5, class: "dot" }, title(text))));
  return [element("h3", {}, t("review.curve", { who: match.names[seat] })), element("div", { class: "curve-box" }, picture)];
}

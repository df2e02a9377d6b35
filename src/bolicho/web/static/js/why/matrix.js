// What a Markov player looked at: the row of its matrix over the hands the rival may hold, its chance beside the gate, the roulette.
import { bars, el, folded, number, percent, told } from "./parts.js";

export function drawMatrix(root, decision, ctx) {
  const { t, language } = ctx;
  const facts = decision.why.facts ?? {};
  const picture = decision.picture;
  if (picture?.kind === "row") root.append(...heatRow(picture, facts, ctx));
  if (picture?.kind === "orders") root.append(orders(picture, ctx));
  if (facts.chance !== undefined && facts.gate !== undefined) root.append(gauge(facts, ctx));
  if (facts.chances) {
    const rows = Object.entries(facts.chances).map(([card, chance]) => ({ label: ctx.cardName(card), value: chance, text: percent(chance, language), chosen: card === decision.move }));
    root.append(bars(rows, { caption: t("why.card-chances"), heads: [t("why.head-card"), t("why.head-chance")], t, low: 0, high: 1 }));
  }
  root.append(roulette(facts, ctx));
  if (facts.passed?.length) root.append(before(facts.passed, ctx));
}

function heatRow(picture, facts, { t, language }) {
  const shares = picture.cells.map((cell) => (cell.wins + cell.losses > 0 ? cell.wins / (cell.wins + cell.losses) : 0.5));
  const strip = el("div", { class: "heat", role: "img", "aria-label": t("why.heat-label", {
    row: picture.row, weak: percent(shares[0] ?? 0.5, language), strong: percent(shares.at(-1) ?? 0.5, language) }) });
  picture.cells.forEach((cell, place) => {
    const column = el("span", { class: "heat-cell", title: `${range(cell)}: ${percent(shares[place], language)}` });
    const inside = el("span", {});
    inside.style.height = `${Math.max(4, 100 * shares[place])}%`;
    inside.style.backgroundColor = tint(shares[place]);
    column.append(inside);
    strip.append(column);
  });
  const first = picture.cells[0], last = picture.cells.at(-1);
  const ends = el("p", { class: "heat-ends quiet", "aria-hidden": "true" }, el("span", { text: first ? first.first : "" }), el("span", { text: t("why.heat-axis") }), el("span", { text: last ? last.last : "" }));
  const rows = picture.cells.map((cell, place) => el("tr", {},
    el("th", { scope: "row", text: range(cell) }), el("td", { class: "number", text: number(Math.round(cell.wins), language, 6) }),
    el("td", { class: "number", text: number(Math.round(cell.losses), language, 6) }), el("td", { class: "number", text: percent(shares[place], language) })));
  const table = el("table", { class: "facts" }, el("caption", { text: t("why.heat-table") }),
    el("thead", {}, el("tr", {}, ["why.head-rival", "why.head-wins", "why.head-losses", "why.head-share"].map((key) => el("th", { scope: "col", text: t(key) })))),
    el("tbody", {}, rows));
  const title = el("h3", { text: t("why.heat", { row: picture.row, module: told(t, `why.module.${picture.module}`, picture.module), columns: number(facts.columns ?? picture.cells.length, language) }) });
  return [title, strip, ends, folded(t("why.as-table"), el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("why.heat-table") }, table))];
}

function range(cell) {
  return cell.columns > 1 ? `${cell.first} … ${cell.last} (${cell.columns})` : cell.first;
}

/** From brick red (lost) over sand to leaf green (won); the height of a cell says the same. */
function tint(share) {
  const low = [156, 61, 46], middle = [214, 187, 128], high = [62, 124, 79];
  const [from, to, at] = share < 0.5 ? [low, middle, share * 2] : [middle, high, share * 2 - 1];
  return `rgb(${from.map((one, place) => Math.round(one + (to[place] - one) * at)).join(",")})`;
}

function orders(picture, { t, language }) {
  const most = Math.max(...picture.wins.flat(), 1);
  const head = el("tr", {}, el("th", { scope: "col", text: t("why.orders-mine") }), picture.his.map((name) => el("th", { scope: "col", text: name })));
  const rows = picture.mine.map((name, place) => el("tr", {}, el("th", { scope: "row", text: name }), picture.wins[place].map((won) => {
    const cell = el("td", { class: "number", text: number(won, language, 3) });
    cell.style.backgroundColor = `rgba(62, 124, 79, ${(0.08 + 0.5 * Math.sqrt(won / most)).toFixed(2)})`;
    return cell;
  })));
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("why.orders") }, el("table", { class: "orders" }, el("caption", { text: t("why.orders") }), el("thead", {}, head), el("tbody", {}, rows)));
}

function gauge(facts, { t, language }) {
  const open = facts.chance > facts.gate;
  const key = open ? "why.gate-open" : "why.gate-shut";
  const fill = el("span", { class: open ? "fill" : "fill shut" }), mark = el("span", { class: "gate-mark" });
  fill.style.width = `${100 * facts.chance}%`;
  mark.style.left = `${100 * facts.gate}%`;
  const said = t(key, { chance: percent(facts.chance, language), gate: percent(facts.gate, language), call: told(t, `why.action.${facts.call}`, facts.call ?? "") });
  const more = facts.shift || facts.bluffs ? el("p", { class: "quiet", text: t("why.gate-moved", { shift: percent(facts.shift ?? 0, language), bluffs: facts.bluffs ?? 0 }) }) : null;
  return el("div", { class: "gauge" }, el("span", { class: "bar", "aria-hidden": "true" }, fill, mark), el("p", { text: said }), more);
}

function roulette(facts, { t, language }) {
  if (facts.yes === undefined) return "";
  if (facts.draw === null || facts.draw === undefined) return el("p", { class: "quiet", text: t("why.no-draw") });
  return el("p", { class: "quiet", text: t(facts.question === "card" ? "why.drew-card" : "why.drew", { yes: percent(facts.yes, language), draw: number(facts.draw, language) }) });
}

function before(passed, { t, language }) {
  const lines = passed.map((one) => el("li", { text: t("why.passed-gate", {
    question: told(t, `why.question.${one.question}`, one.question), call: told(t, `why.action.${one.call}`, one.call ?? ""),
    chance: one.chance === undefined ? "–" : percent(one.chance, language), gate: one.gate === undefined ? "–" : percent(one.gate, language) }) }));
  return folded(t("why.passed"), el("ul", { class: "story" }, lines));
}

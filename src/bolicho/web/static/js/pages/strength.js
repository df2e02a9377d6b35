// How strong the agents are: a table a game that can be sorted by any column, and exploitability against win rate.
import { element, get } from "../basics/api.js";
import { linear, sheet, short, svg, tick, ticks, title } from "../charts/svg.js";
import { number, t } from "../basics/words.js";

const find = (id) => document.getElementById(id);
const LESS_IS_BETTER = ["agent", "full", "s1", "p50", "p99", "memory"]; // sorted upwards first
// What a row is sorted by; how it is said, the server knows.
const amount = (row, key) => (key === "agent" ? row.name : row[key]?.value ?? row[key]);
const said = (row, key) => row.cells[chosen.columns.findIndex((column) => column.key === key)].said;

function cell(row, key, { said: text, beside }) {
  const small = (words) => element("small", { class: "ends" }, words);
  if (key === "agent") return [element("a", { href: `/#${chosen.game}=${encodeURIComponent(row.spec)}` }, text), small(row.spec)];
  if (row[key]?.exact) return [text, small(t("strength.exact"))];
  return beside ? [text, small(beside)] : text;
}

// A phone shows the first players and two columns until somebody wants everything.
function unfold(whole) {
  document.querySelector("table.strength").classList.toggle("brief", !whole);
  find("all").setAttribute("aria-expanded", String(whole));
  find("all").textContent = t(whole ? "strength.less" : "strength.all", { count: number(chosen.agents.length) });
}

let tables = [], chosen = null, order = { key: "rating", up: false };

function draw() {
  const columns = chosen.columns;
  const by = columns.find(({ key }) => key === order.key) ?? columns[1];
  const size = (row) => amount(row, by.key) ?? (order.up ? Infinity : -Infinity);
  const compare = (a, b) => (typeof size(a) === "string" ? size(a).localeCompare(size(b)) : size(a) - size(b)) * (order.up ? 1 : -1);
  const sorted = [...chosen.agents].sort(compare);
  find("told").textContent = t("strength.told", { matches: number(chosen.matches), date: chosen.date, field: chosen.field.join(", "), command: chosen.command });
  find("caption").textContent = t("strength.caption", { game: chosen.title });
  find("head").replaceChildren(element("tr", {}, columns.map((column) => head(column, by))));
  find("body").replaceChildren(...sorted.map((row) => element("tr", {}, columns.map(({ key, title: called }, at) =>
    element(at ? "td" : "th", at ? { "data-label": called, "data-key": key } : { scope: "row" }, cell(row, key, row.cells[at]))))));
  const known = (key) => chosen.agents.filter((row) => row[key] && row.win).length;
  const which = ["full", "s1"].filter(known).sort((a, b) => known(b) - known(a))[0];  // of whom more is known
  find("drawn").hidden = !which;
  if (which) find("plot").replaceChildren(plot(chosen.agents.filter((row) => row[which] && row.win), which));
}

function head({ key, title: called }, by) {
  const here = by.key === key;
  const turn = () => {
    order = { key, up: here ? !order.up : LESS_IS_BETTER.includes(key) };
    draw();
    find("head").querySelector(`button[data-key="${key}"]`).focus();
  };
  const mark = element("span", { "aria-hidden": "true" }, here ? (order.up ? " ▲" : " ▼") : " ↕");
  const facts = { scope: "col", "data-key": key, "aria-sort": here ? (order.up ? "ascending" : "descending") : "none" };
  return element("th", facts, element("button", { type: "button", class: "sort", "data-key": key, onclick: turn }, called, mark));
}

function plot(rows, which) {
  const [width, height, left, bottom] = [Math.max(280, Math.min(720, document.documentElement.clientWidth - 52)), 420, 72, 46];
  const most = Math.max(...rows.map((row) => row[which].high)) * 1.05;
  const x = linear(Math.min(...rows.map((row) => row.win.low)) - 0.02, Math.max(...rows.map((row) => row.win.high)) + 0.1, left, width - 10);
  const y = linear(0, most, height - bottom, 10);
  const drawing = sheet(width, height, t("strength.plot"));
  const [first, last] = [Math.min(...rows.map((row) => row.win.low)), Math.max(...rows.map((row) => row.win.high))];
  const text = (at, said, facts = {}) => svg("text", { x: at[0], y: at[1], "font-size": 12, fill: "#2a1d12", ...facts }, said);
  for (const value of ticks(0, most)) drawing.append(svg("line", { x1: left, x2: width - 10, y1: y(value), y2: y(value), stroke: "#dcc9a3" }), text([left - 6, y(value) + 4], tick(value), { "text-anchor": "end" }));
  for (const value of ticks(first, last, width < 480 ? 4 : 5)) drawing.append(text([x(value), height - bottom + 16], tick(value, true), { "text-anchor": "middle" }));
  drawing.append(text([(left + width) / 2, height - 8], t("strength.axis-win"), { "text-anchor": "middle" }), text([0, 0], t(`strength.axis-${which}`), { transform: `translate(13 ${height / 2}) rotate(-90)`, "text-anchor": "middle" }));
  const taken = [];
  for (const row of [...rows].sort((a, b) => a[which].value - b[which].value)) {
    const [px, py] = [x(row.win.value), y(row[which].value)], bar = { stroke: "#6a5644", "stroke-width": 1 };
    drawing.append(svg("line", { x1: x(row.win.low), x2: x(row.win.high), y1: py, y2: py, ...bar }), svg("line", { x1: px, x2: px, y1: y(row[which].low), y2: y(row[which].high), ...bar }));
    drawing.append(svg("circle", { cx: px, cy: py, r: 4.5, fill: "#1f6b3f" }, title(`${row.name}: ${said(row, "win")}, ${said(row, which)}`)));
    let at = py - 11;  // above its whisker
    while (taken.some(([ox, oy]) => Math.abs(ox - px) < 120 && Math.abs(oy - at) < 12)) at -= 12;
    taken.push([px, at]);
    const inward = px > width - 110;  // a name at the edge is written towards the middle
    drawing.append(text([inward ? px + 5 : px - 5, at + 4], short(row.name, 24), { "font-size": 11, "text-anchor": inward ? "end" : "start" }));
  }
  return drawing;
}

try {
  tables = (await get("/api/strength")).tables;
  const wanted = location.hash.slice(1);
  find("game").append(...tables.map(({ game, title: called }) => element("option", { value: game }, called)));
  if (tables.some(({ game }) => game === wanted)) find("game").value = wanted;
  const choose = () => {
    chosen = tables.find(({ game }) => game === find("game").value);
    history.replaceState(null, "", `#${chosen.game}`);
    draw();
    unfold(false);
  };
  find("game").addEventListener("change", choose);
  choose();
  find("all").addEventListener("click", () => unfold(find("all").getAttribute("aria-expanded") === "false"));
} catch (error) {
  find("trouble").textContent = `${t("strength.lost")} ${error.message}`;
  find("trouble").hidden = false;
}

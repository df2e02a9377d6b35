// A chart over classes of hands: the strongest card by the envido points; a cell is a button, arrows go from one to the next.
import { element } from "../basics/api.js";

/** Of what can be shown, in the order of the stripes of a cell. */
export const COLOURS = { envido: "#c98a12", truco: "#b3362a", quero: "#2c7a4b", "nao-quero": "#7d7468", card: "#3f6fb0", baralho: "#4a4038" };

export function chart(found, { rows, columns, shown, parts, told, title, chosen, corner, points, pick }) {
  const cells = new Map(found.cells.map((cell) => [`${cell.strength},${cell.points}`, cell]));
  const first = cells.has(chosen) ? chosen : [...cells.keys()][0];
  const body = rows.map(({ strength, short, name }) => element("tr", {}, element("th", { scope: "row", title: name }, short), columns.map((column) => {
    const key = `${strength},${column}`, cell = cells.get(key);
    if (!cell) return element("td", {});
    const button = element("button", { type: "button", "data-cell": key, tabindex: key === first ? "0" : "-1", "aria-pressed": String(key === chosen), "aria-label": `${title(strength, column)}: ${told(cell.shares)}`, title: `${title(strength, column)}: ${told(cell.shares)}`, onclick: () => pick(key) });
    button.style.background = stripes(parts(cell.shares), shown);
    button.style.opacity = cell.weight < 0.02 * cell.classes ? 0.35 : 1; // hardly ever comes here
    return element("td", {}, button);
  })));
  const table = element("table", { class: "classes" },
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, element("span", { class: "unseen" }, corner)), columns.map((column) => element("th", { scope: "col" }, column.includes("-") ? "<20" : column)))),
    element("tbody", {}, body));
  table.addEventListener("keydown", (event) => walk(event, table, rows.map(({ strength }) => strength), columns));
  return element("div", { class: "classes-box" }, element("p", { class: "quiet axes" }, `↓ ${corner} · → ${points}`), table);
}

// One kind as a shade, or all kinds as stripes side by side.
function stripes(all, shown) {
  if (shown) {
    const share = all.find(([name]) => name === shown)[1];
    return `color-mix(in srgb, ${COLOURS[shown]} ${Math.round(100 * share)}%, #fffaf0)`;
  }
  let at = 0;
  const stops = all.flatMap(([name, share]) => {
    const from = at;
    at += 100 * share;
    return share > 0.005 ? [`${COLOURS[name]} ${from.toFixed(1)}% ${at.toFixed(1)}%`] : [];
  });
  return `linear-gradient(90deg, ${stops.join(", ")}${at < 99.5 ? `, #9a8f7d ${at.toFixed(1)}% 100%` : ""})`;
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
function walk(event, table, rows, columns) {
  const step = STEPS[event.key], here = event.target.dataset?.cell;
  if (!step || !here) return;
  event.preventDefault();
  const [strength, column] = here.split(",");
  let row = rows.indexOf(Number(strength)) + step[0], place = columns.indexOf(column) + step[1];
  for (; row >= 0 && row < rows.length && place >= 0 && place < columns.length; row += step[0], place += step[1]) {
    const next = table.querySelector(`[data-cell="${rows[row]},${columns[place]}"]`);
    if (!next) continue;
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    return next.focus();
  }
}

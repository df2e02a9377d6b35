// Heat maps of a table of numbers, and maps of points with their intervals and names.
import { element } from "../basics/api.js";
import { COLOURS, ends, linear, shade, sheet, short, sign, svg, tick, ticks, title } from "./svg.js";
import { t } from "../basics/words.js";

const LARGEST = 640;

export function drawHeat(data, room) {
  const width = data.rows.length > 24 ? Math.min(room, LARGEST) : room;
  const { chart, rows, value, column } = data, cells = chart.cells;
  const [low, high] = typeof chart.low === "number" ? [chart.low, chart.high] : ends(rows.flatMap((_, row) => cells.map((key) => value(row, key))));
  // of a large map only some rows and columns are named, blocks of states by their first
  const few = rows.length <= 24, brief = (text) => (few ? text : text.split("…")[0]);
  const longest = (texts) => Math.max(...texts.map((text) => Math.min(few ? 26 : 16, brief(text).length)));
  const names = Math.min(few ? (width < 480 ? 92 : 170) : 90, 14 + 7 * longest(rows.map((_, row) => data.say(row, chart.row))) * (few ? 1.6 : 1));
  const aslant = longest(cells.map((key) => column(key).title)), turned = (width - names) / cells.length < 60;
  const wide = Math.min(90, (width - names - (turned ? 3.4 * aslant : 6)) / cells.length), high1 = few ? Math.max(26, Math.min(36, wide)) : wide;
  const top = turned ? 16 + 6 * aslant : 24, height = Math.ceil(top + rows.length * high1 + 6);
  const paper = sheet(width, height, t("lab.chart-heat", { rows: rows.length, columns: cells.length, low: tick(low, chart.percent), high: tick(high, chart.percent) }));
  const every = (room) => Math.max(1, Math.ceil((few ? 13 : 30) / room));
  cells.forEach((key, n) => {
    if (n % every(wide)) return;
    const x = names + (n + 0.5) * wide, text = column(key).title;
    paper.append(svg("text", turned ? { x, y: top - 6, class: "tick", transform: `rotate(-60 ${x} ${top - 6})` } : { x, y: top - 8, class: "tick", "text-anchor": "middle" }, short(brief(text), turned ? 26 : 12), title(text)));
  });
  rows.forEach((_, row) => {
    const y = top + row * high1, name = data.say(row, chart.row);
    if (row % every(high1) === 0)
      paper.append(svg("text", { x: names - 6, y: y + high1 / 2 + 4, class: "tick", "text-anchor": "end" }, short(brief(name), Math.floor((names - 8) / 6.6)), title(name)));
    cells.forEach((key, n) => {
      const at = value(row, key);
      if (typeof at !== "number") return paper.append(svg("rect", { x: names + n * wide, y, width: wide, height: high1, class: "none" }));
      const colour = shade(high > low ? (at - low) / (high - low) : 0.5);
      paper.append(svg("rect", { x: names + n * wide, y, width: wide + 0.3, height: high1 + 0.3, fill: colour.fill, "data-row": row, "data-key": key, "data-value": at },
        title(`${name} × ${column(key).title}: ${data.say(row, key)}`)));
      if (wide >= 30 && few) paper.append(svg("text", { x: names + (n + 0.5) * wide, y: y + high1 / 2 + 4, class: "inside", fill: colour.ink, "text-anchor": "middle" }, chart.percent ? tick(Math.round(100 * at) / 100, true) : data.say(row, key)));
    });
  });
  return [paper, scale(low, high, chart.percent)];
}

function scale(low, high, percent) {
  const bar = svg("svg", { width: 130, height: 12, "aria-hidden": "true" });
  for (let n = 0; n < 26; n++) bar.append(svg("rect", { x: n * 5, y: 0, width: 5.3, height: 12, fill: shade(n / 25).fill }));
  return element("p", { class: "scale quiet" }, `${tick(low, percent)} `, bar, ` ${tick(high, percent)}`);
}

export function drawScatter(data, width) {
  const { chart, rows, value, column } = data, keys = (axis) => [axis, `${axis}_low`, `${axis}_high`].filter((key) => key in data.at);
  const span = (axis) => {
    const [low, high] = ends(rows.flatMap((_, row) => keys(axis).map((key) => value(row, key)))), room = (high - low) * 0.08 || 0.1;
    return chart.percent ? [Math.max(0, low - room), Math.min(1, high + room)] : [low - room, high + room];
  };
  const [left, right] = span(chart.x), [low, high] = span(chart.y);
  const height = Math.round(Math.min(520, Math.max(280, width * 0.72))), margin = { left: 56, right: 16, top: 14, bottom: 44 };
  const x = linear(left, right, margin.left, width - margin.right), y = linear(low, high, height - margin.bottom, margin.top);
  const says = [column(chart.x).title, column(chart.y).title];
  const paper = sheet(width, height, t("lab.chart-scatter", { x: says[0], y: says[1] }));
  for (const at of ticks(left, right, width < 480 ? 4 : 7)) paper.append(svg("line", { x1: x(at), x2: x(at), y1: margin.top, y2: height - margin.bottom, class: "grid" }),
    svg("text", { x: x(at), y: height - margin.bottom + 17, class: "tick", "text-anchor": "middle" }, tick(at, chart.percent)));
  for (const at of ticks(low, high, 6)) paper.append(svg("line", { x1: margin.left, x2: width - margin.right, y1: y(at), y2: y(at), class: "grid" }),
    svg("text", { x: margin.left - 6, y: y(at) + 4, class: "tick", "text-anchor": "end" }, tick(at, chart.percent)));
  paper.append(svg("text", { x: (margin.left + width) / 2, y: height - 6, class: "axis", "text-anchor": "middle" }, `${says[0]} →`),
    svg("text", { x: 14, y: height / 2, class: "axis", "text-anchor": "middle", transform: `rotate(-90 14 ${height / 2})` }, `${says[1]} →`));
  const placed = rows.map((_, row) => row).filter((row) => typeof value(row, chart.x) === "number" && typeof value(row, chart.y) === "number");
  const taken = placed.map((row) => box(x(value(row, chart.x)) - 6, y(value(row, chart.y)) - 6, 12, 12));
  for (const row of placed) for (const [axis, scale] of [[chart.x, x], [chart.y, y]]) {
    const [from, to] = keys(axis).slice(1).map((key) => value(row, key));
    if (typeof from !== "number") continue;
    const px = x(value(row, chart.x)), py = y(value(row, chart.y)), [a, b] = [scale(from), scale(to)];
    taken.push(axis === chart.x ? box(a, py - 2, b - a, 4) : box(px - 2, b, 4, a - b));
  }
  placed.forEach((row, n) => {
    const px = x(value(row, chart.x)), py = y(value(row, chart.y)), name = data.say(row, chart.label), colour = COLOURS[n % COLOURS.length];
    const [xl, xh] = keys(chart.x).slice(1).map((key) => value(row, key)), [yl, yh] = keys(chart.y).slice(1).map((key) => value(row, key));
    if (typeof xl === "number") paper.append(svg("path", { d: `M${x(xl)},${py}H${x(xh)}`, class: "whisker soft" }));
    if (typeof yl === "number") paper.append(svg("path", { d: `M${px},${y(yl)}V${y(yh)}`, class: "whisker soft" }));
    paper.append(sign(n, px, py, 5, { fill: colour, class: "mark", "data-row": row, "data-key": `${chart.x} ${chart.y}`, "data-value": `${value(row, chart.x)} ${value(row, chart.y)}` },
      title(`${name}: ${says[0]} ${data.say(row, chart.x)}, ${says[1]} ${data.say(row, chart.y)}`)));
    const spot = free(px, py, 7.2 * Math.min(22, name.length), taken, width, margin);
    taken.push(spot);
    paper.append(svg("text", { x: spot.x, y: spot.y + 12, class: "name" }, short(name, 22)));
  });
  return [paper];
}

const box = (x, y, wide, high) => ({ x, y, wide, high });
const over = (a, b) => Math.max(0, Math.min(a.x + a.wide, b.x + b.wide) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.high, b.y + b.high) - Math.max(a.y, b.y));

// The place for a name that covers least, near its point.
function free(x, y, wide, taken, width, margin) {
  let best = null, cost = Infinity;
  for (const far of [9, 20, 34]) for (let n = 0; n < 12; n++) {
    const turn = (n * Math.PI) / 6, cx = x + far * 1.3 * Math.cos(turn), cy = y + far * Math.sin(turn);
    const spot = box(cx + (Math.cos(turn) < -0.3 ? -wide : Math.abs(Math.cos(turn)) <= 0.3 ? -wide / 2 : 0), cy - 8, wide, 15);
    const out = Math.max(0, margin.left - spot.x) + Math.max(0, spot.x + wide - width + 2) + Math.max(0, -spot.y);
    const now = taken.reduce((sum, other) => sum + over(spot, other), 0) + 50 * out + far * 0.2;
    if (now < cost) [best, cost] = [spot, now];
  }
  return best;
}

// Bars with whiskers, and lines with bands: both read their numbers from the columns of a table.
import { element } from "../basics/api.js";
import { COLOURS, DASHES, ends, linear, sheet, short, sign, svg, tick, ticks, title } from "./svg.js";
import { t } from "../basics/words.js";

const LINE = 30;

export function drawBars(data, width) {
  const { chart, rows, value, column } = data;
  const keys = [chart.value, chart.low, chart.high].filter((key) => key in data.at);
  let [low, high] = ends(rows.flatMap((_, row) => keys.map((key) => value(row, key))));
  if (chart.zero !== false) low = Math.min(0, low);
  if (chart.percent) high = Math.min(1, Math.max(high, chart.middle ?? 0) * 1.05);
  else { const room = (high - low) * 0.05 || 1; high += room; if (chart.zero === false) low -= room; }
  const narrow = width < 480, names = narrow ? 0 : Math.min(230, Math.max(...rows.map((_, row) => 7.2 * Math.min(30, data.say(row, chart.label).length) + 12)));
  const each = narrow ? LINE + 16 : LINE, top = 8, bottom = 26, height = top + rows.length * each + bottom;
  const says = column(chart.value).title, x = linear(low, high, names + (narrow ? 18 : 8), width - 62);
  const paper = sheet(width, height, t("lab.chart-bars", { value: says, label: column(chart.label).title }));
  for (const at of ticks(low, high, narrow ? 3 : 6)) {
    paper.append(svg("line", { x1: x(at), x2: x(at), y1: top, y2: height - bottom, class: "grid" }),
      svg("text", { x: x(at), y: height - 9, class: "tick", "text-anchor": "middle" }, tick(at, chart.percent)));
  }
  if (chart.middle !== undefined && chart.middle !== null && chart.middle >= low && chart.middle <= high)
    paper.append(svg("line", { x1: x(chart.middle), x2: x(chart.middle), y1: top, y2: height - bottom, class: "middle" }));
  const zero = x(Math.max(low, Math.min(0, high)));
  rows.forEach((_, row) => {
    const name = data.say(row, chart.label), at = value(row, chart.value), y = top + row * each + (narrow ? 16 : 0);
    paper.append(svg("text", narrow ? { x: 8, y: y - 1, class: "name" } : { x: names, y: y + LINE / 2 + 4, class: "name", "text-anchor": "end" },
      short(name, narrow ? 44 : 30), title(name)));
    if (typeof at !== "number") return;
    const mark = { "data-row": row, "data-key": chart.value, "data-value": at };
    const from = Math.min(zero, x(at)), wide = Math.max(1, Math.abs(x(at) - zero));
    const told = title(`${name}: ${data.say(row, chart.value)}`);
    if (chart.zero !== false) paper.append(svg("rect", { x: from, y: y + 7, width: wide, height: LINE - 14, class: "bar", ...mark }, told));
    const [a, b] = [chart.low, chart.high].map((key) => (key in data.at ? value(row, key) : null));
    if (typeof a === "number" && typeof b === "number") paper.append(whisker(x(a), x(b), y + LINE / 2, row, chart, a, b));
    // where the axis does not begin at nothing, the length of a bar would lie: a point tells the same
    if (chart.zero === false) paper.append(sign(0, x(at), y + LINE / 2, 5.5, { class: "bar", ...mark }, told));
    const end = Math.max(x(at), typeof b === "number" ? x(b) : 0, zero) + 5;
    paper.append(svg("text", { x: Math.min(end, width - 58), y: y + LINE / 2 + 4, class: "value" }, data.say(row, chart.value)));
  });
  return [paper];
}

function whisker(from, to, y, row, chart, a, b) {
  const path = `M${from},${y - 5}V${y + 5}M${from},${y}H${to}M${to},${y - 5}V${y + 5}`;
  return svg("path", { d: path, class: "whisker", "data-row": row, "data-key": `${chart.low} ${chart.high}`, "data-value": `${a} ${b}` });
}

// Lines: one a column named in chart.lines; with chart.series one a value of that column.
function seriesOf(data) {
  const { chart, rows } = data, every = rows.map((_, row) => row);
  if (!chart.series) return chart.lines.map((line) => ({ ...line, name: data.column(line.y).title, rows: every }));
  const names = [...new Set(every.map((row) => data.value(row, chart.series)))];
  return names.map((name) => ({ ...chart.lines[0], name: String(name), rows: every.filter((row) => data.value(row, chart.series) === name) }));
}

export function drawLines(data, width) {
  const { chart, value, column } = data, series = seriesOf(data);
  const number = (row, key) => (key in data.at && typeof value(row, key) === "number" ? value(row, key) : null);
  const [left, right] = ends(series.flatMap((one) => one.rows.map((row) => number(row, chart.x))));
  let [low, high] = ends(series.flatMap((one) => one.rows.flatMap((row) => [one.y, one.low, one.high].filter(Boolean).map((key) => number(row, key)))));
  if (chart.percent) [low, high] = [0, 1];
  else { const room = (high - low) * 0.06 || 1; high += room; low = chart.zero === false ? low - room : Math.min(0, low); }
  const height = Math.round(Math.min(340, Math.max(200, width * 0.5))), margin = { left: 58, right: 24, top: 10, bottom: 44 };
  const x = linear(left, right, margin.left, width - margin.right), y = linear(low, high, height - margin.bottom, margin.top);
  const says = series.map((one) => one.name).slice(0, 4).join(", ");
  const paper = sheet(width, height, t("lab.chart-line", { value: says, label: column(chart.x).title }));
  const counts = series.every((one) => column(one.y).kind === "whole"), fits = (are) => (one) => !are || Number.isInteger(one);
  for (const at of ticks(low, high, 5).filter(fits(counts))) paper.append(svg("line", { x1: margin.left, x2: width - margin.right, y1: y(at), y2: y(at), class: "grid" }),
    svg("text", { x: margin.left - 6, y: y(at) + 4, class: "tick", "text-anchor": "end" }, tick(at, chart.percent)));
  const whole = column(chart.x).kind === "whole";
  for (const at of ticks(left, right, width < 480 ? 4 : 8).filter(fits(whole))) paper.append(svg("text", { x: x(at), y: height - margin.bottom + 17, class: "tick", "text-anchor": "middle" }, tick(at)));
  paper.append(svg("text", { x: (margin.left + width - margin.right) / 2, y: height - 6, class: "axis", "text-anchor": "middle" }, column(chart.x).title));
  if (typeof chart.middle === "number") paper.append(svg("line", { x1: margin.left, x2: width - margin.right, y1: y(chart.middle), y2: y(chart.middle), class: "middle" }));
  series.forEach((one, n) => {
    const colour = COLOURS[n % COLOURS.length], known = one.rows.filter((row) => number(row, one.y) !== null && number(row, chart.x) !== null);
    const banded = known.filter((row) => one.low && number(row, one.low) !== null && number(row, one.high) !== null);
    if (banded.length > 1) {
      const up = banded.map((row) => `${x(number(row, chart.x))},${y(number(row, one.high))}`), down = banded.map((row) => `${x(number(row, chart.x))},${y(number(row, one.low))}`).reverse();
      paper.append(svg("polygon", { points: [...up, ...down].join(" "), fill: colour, class: "band" }));
    }
    const path = known.map((row, k) => `${k ? "L" : "M"}${x(number(row, chart.x))},${y(number(row, one.y))}`).join("");
    paper.append(svg("path", { d: path, stroke: colour, "stroke-dasharray": DASHES[n % DASHES.length], class: "line" }));
    const size = known.length > 40 ? 1.8 : 3.2;
    for (const row of known) {
      const px = x(number(row, chart.x)), py = y(number(row, one.y)), chosen = chart.mark && value(row, chart.mark);
      const told = `${one.name} · ${column(chart.x).title} ${data.say(row, chart.x)}: ${data.say(row, one.y)}`;
      const ends = one.low && number(row, one.low) !== null ? { "data-low": value(row, one.low), "data-high": value(row, one.high) } : {};
      if (chosen) paper.append(svg("circle", { cx: px, cy: py, r: 9, class: "chosen" }), svg("text", { x: px, y: py - 14, class: "value", "text-anchor": "middle" }, `${column(chart.x).title} = ${data.say(row, chart.x)}`));
      paper.append(sign(n, px, py, size, { fill: colour, class: "mark", "data-row": row, "data-key": one.y, "data-value": value(row, one.y), "data-x": value(row, chart.x), ...ends }, title(told)));
    }
  });
  return [legend(series), paper];
}

function legend(series) {
  return element("ul", { class: "legend" }, series.map((one, n) => {
    const key = svg("svg", { width: 34, height: 14, "aria-hidden": "true" });
    key.append(svg("line", { x1: 1, x2: 33, y1: 7, y2: 7, stroke: COLOURS[n % COLOURS.length], "stroke-dasharray": DASHES[n % DASHES.length], class: "line" }),
      sign(n, 17, 7, 3.6, { fill: COLOURS[n % COLOURS.length] }));
    return element("li", {}, key, ` ${one.name}`);
  }));
}

// Charts: a table, its CSV, and a chart drawn from the columns of that very table, as inline SVG.
// drawChart(root, shown, {csv: address, picture: address}); every mark carries data-row, data-key and data-value.
import { element } from "../basics/api.js";
import { drawBars, drawLines } from "./lines.js";
import { drawHeat, drawScatter } from "./maps.js";
import { t, number } from "../basics/words.js";

const DRAW = { bars: drawBars, line: drawLines, heat: drawHeat, scatter: drawScatter };
const NARROW = 260;

const places = (shown) => Object.fromEntries(shown.columns.map((column, place) => [column.key, place]));

export function drawChart(root, shown, { csv, picture } = {}) {
  const box = element("figure", { class: "chart-box", id: `chart-${shown.name}`, "data-name": shown.name });
  box.append(element("figcaption", {}, element("h3", {}, shown.title)));
  if (shown.note) box.append(element("p", { class: "quiet" }, shown.note));
  if (shown.chart && shown.rows.length) box.append(chart(shown));
  box.append(table(shown, !shown.chart && shown.rows.length <= 40));
  const links = element("p", { class: "row links" });
  if (csv) links.append(element("a", { class: "button small", href: csv, download: "" }, t("lab.csv")));
  if (picture) links.append(element("a", { class: "button small", href: picture, target: "_blank", rel: "noopener" }, t("lab.picture")));
  if (links.childElementCount) box.append(links);
  root.append(box);
  return box;
}

// The chart, drawn as wide as its place is, and again when that changes.
function chart(shown) {
  const holder = element("div", { class: "chart" });
  const at = places(shown);
  const data = {
    ...shown,
    at,
    value: (row, key) => shown.rows[row][at[key]],
    column: (key) => shown.columns[at[key]],
    say: (row, key) => shown.said[row][at[key]], // as the server says it; the exact value stays in data-value
  };
  let width = 0;
  const draw = () => {
    const wide = Math.max(NARROW, Math.floor(holder.clientWidth));
    if (wide === width || !holder.clientWidth) return;
    width = wide;
    holder.replaceChildren(...DRAW[shown.chart.kind](data, wide));
  };
  new ResizeObserver(draw).observe(holder);
  return holder;
}

function table(shown, open) {
  const numeric = shown.columns.map((column) => !["text", "agent", "yes"].includes(column.kind));
  const head = shown.columns.map((column, n) => element("th", { scope: "col", class: numeric[n] && "number" }, column.title));
  const body = shown.rows.map((row, line) => element("tr", {}, row.map((value, n) => {
    const column = shown.columns[n];
    const facts = { class: numeric[n] && "number", "data-row": line, "data-key": column.key, "data-value": value === null ? "" : String(value) };
    if (column.kind === "agent" && value !== null) facts.title = String(value);
    const told = shown.said[line][n];
    return n ? element("td", facts, told) : element("th", { ...facts, scope: "row" }, told);
  })));
  const grid = element("table", {}, element("caption", { class: "unseen" }, shown.title),
    element("thead", {}, element("tr", {}, head)), element("tbody", {}, body));
  const box = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `${t("lab.table")}: ${shown.title}` }, grid);
  return element("details", { class: "numbers", open }, element("summary", {}, t("lab.show-table", { rows: number(shown.rows.length) })), box);
}

// A slider over frames that are fetched one by one; `fetchFrame(name)` gives a chart.
export function drawFrames(root, shown, fetchFrame, csvOf) {
  const last = shown.frames.length - 1;
  const holder = element("section", { class: "frames", "data-name": shown.name });
  const when = element("output", {});
  const slider = element("input", { type: "range", min: 0, max: last, step: 1, value: last, "aria-label": `${t("lab.time")}: ${shown.title}` });
  const play = element("button", { class: "button small", type: "button" }, t("lab.play"));
  const place = element("div", { class: "frame" });
  holder.append(element("h3", {}, shown.title), element("div", { class: "row time" }, play, slider, when), place);
  root.append(holder);
  const known = new Map();
  let asked = 0, beat = null;
  const show = async () => {
    const frame = shown.frames[Number(slider.value)], turn = ++asked;
    when.textContent = frame.label;
    slider.setAttribute("aria-valuetext", frame.label);
    if (!known.has(frame.name)) known.set(frame.name, fetchFrame(frame.name));
    const found = await known.get(frame.name);
    if (turn !== asked) return;
    const open = place.querySelector("details")?.open;
    const height = place.offsetHeight;
    place.style.minHeight = `${height}px`;
    place.replaceChildren();
    drawChart(place, found, { csv: csvOf(frame.name) });
    if (open) place.querySelector("details").open = true;
    requestAnimationFrame(() => { place.style.minHeight = ""; });
  };
  const stop = () => { clearInterval(beat); beat = null; play.textContent = t("lab.play"); };
  slider.addEventListener("input", () => { stop(); show(); });
  play.addEventListener("click", () => {
    if (beat) return stop();
    play.textContent = t("lab.pause");
    beat = setInterval(() => { slider.value = (Number(slider.value) + 1) % (last + 1); show(); }, 900);
  });
  play.hidden = slider.hidden = last < 1;
  // a map is fetched when it comes into sight, not before
  new IntersectionObserver((seen, watcher) => {
    if (seen.some((one) => one.isIntersecting)) { watcher.disconnect(); show(); }
  }).observe(holder);
  return holder;
}

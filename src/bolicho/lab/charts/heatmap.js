"use strict";
// One matrix through time: counts of the present snapshot, moved on by adding or taking away what a snapshot brought.
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const MIDDLE = 32, SHADES = 2 * MIDDLE + 1, LENS = 11, LARGE = 40, BEAT = 700;
const last = data.matches.length - 1;
const shown = { matrix: "truco", measure: "wins", since: 0, scale: "own", at: 0, row: null, column: null };
const cubes = {};
let language = data.language || (/^pt/i.test(navigator.language) ? "pt-BR" : "en");
let words = data.words[language], playing = null;

// ── numbers ────────────────────────────────────────────────────────────────────────────────────────────────────────

async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed.data), (sign) => sign.charCodeAt(0));
  const open = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const raw = await new Response(open).arrayBuffer();
  return packed.kind === "Int16" ? new Int16Array(raw) : new Int32Array(raw);
}

class Through {  // counts through time; `now` holds those of snapshot `at`
  constructor(steps, size) { this.steps = steps; this.size = size; this.now = new Int32Array(size); this.at = -1; }
  go(at) {
    const { steps, size, now } = this;
    for (; this.at < at; this.at++) for (let n = 0, from = (this.at + 1) * size; n < size; n++) now[n] += steps[from + n];
    for (; this.at > at; this.at--) for (let n = 0, from = this.at * size; n < size; n++) now[n] -= steps[from + n];
    return now;
  }
}

async function load(name) {
  if (cubes[name]) return;
  const { rows, columns, win, loss } = data.matrices[name];
  const across = columns || rows, size = rows.length * across.length;
  cubes[name] = { rows, columns: across, size,
    win: new Through(await unpack(win), size), loss: loss ? new Through(await unpack(loss), size) : null };
}

function values(at, measure) {
  const cube = cubes[shown.matrix], kind = measure.replace("change-", "");
  const win = () => cube.win.go(at), loss = () => cube.loss.go(at);
  if (kind === "wins" || kind === "seen") return Float64Array.from(win(), (count) => count / data.tenths);
  if (kind === "losses") return Float64Array.from(loss(), (count) => count / data.tenths);
  const won = win(), lost = loss();
  return Float64Array.from(won, (count, n) => (count + lost[n] > 0 ? count / (count + lost[n]) : 0.5));
}

const changes = () => shown.measure.startsWith("change-");

function measured(at) {
  const now = values(at, shown.measure);
  if (!changes()) return now;
  const then = values(shown.since, shown.measure);
  return now.map((value, n) => value - then[n]);
}

function ends(list) {
  let low = Infinity, high = -Infinity;
  for (const value of list) { if (value < low) low = value; if (value > high) high = value; }
  return [low, high];
}

const ranges = new Map();  // of all snapshots together: worked out once
function range(now) {
  if (shown.measure === "chance") return [0, 1];
  let [low, high] = ends(now);
  if (shown.scale === "shared") {
    const key = [shown.matrix, shown.measure, changes() ? shown.since : 0].join();
    if (!ranges.has(key)) {
      let all = [Infinity, -Infinity];
      for (let at = 0; at <= last; at++) { const [a, b] = ends(measured(at)); all = [Math.min(all[0], a), Math.max(all[1], b)]; }
      ranges.set(key, all);
    }
    [low, high] = ranges.get(key);
  }
  if (changes()) { const most = Math.max(Math.abs(low), Math.abs(high)); return [-most, most]; }
  return [low, high];
}

// ── colours ────────────────────────────────────────────────────────────────────────────────────────────────────────

const stops = data.colours.map((text) => [1, 3, 5].map((from) => parseInt(text.slice(from, from + 2), 16)));
const palette = Array.from({ length: SHADES }, (_, shade) => {
  const place = (shade / (SHADES - 1)) * (stops.length - 1), from = Math.min(Math.floor(place), stops.length - 2);
  return stops[from].map((channel, n) => Math.round(channel + (stops[from + 1][n] - channel) * (place - from)));
});
const shade = (value, [low, high]) => (high > low ? Math.round(((value - low) / (high - low)) * (SHADES - 1)) : MIDDLE);

// ── drawing ────────────────────────────────────────────────────────────────────────────────────────────────────────

let drawn = null;  // what the last drawing was made of
const frame = { map: null, lens: null };  // where the squares are in each canvas

function draw() {
  const cube = cubes[shown.matrix];
  if (!cube) return;
  const now = measured(shown.at), limits = range(now);
  drawn = { now, limits };
  const picture = new OffscreenPicture(cube.columns.length, cube.rows.length);
  picture.fill((n) => palette[shade(now[n], limits)]);
  const large = cube.columns.length > LARGE;
  document.querySelector(".maps").classList.toggle("whole", !large);
  frame.map = paint(byId("map"), picture.canvas, cube.rows, cube.columns, large ? 10 : 16, shown);
  if (large) drawLens(cube, now, limits);
  drawBar(limits);
  tell();
  const matches = count(data.matches[shown.at]);
  byId("when").textContent = say("when", { matches });
  byId("at").value = shown.at;
  byId("at").setAttribute("aria-valuetext", say("when", { matches }));
  byId("map").setAttribute("aria-label", `${words[shown.matrix]}, ${words[shown.measure]}, ${say("when", { matches })}`);
}

class OffscreenPicture {
  constructor(wide, tall) {
    this.canvas = Object.assign(document.createElement("canvas"), { width: wide, height: tall });
    this.size = wide * tall;
  }
  fill(colour) {
    const to = this.canvas.getContext("2d"), image = to.createImageData(this.canvas.width, this.canvas.height);
    for (let n = 0; n < this.size; n++) { const [r, g, b] = colour(n); image.data.set([r, g, b, 255], 4 * n); }
    to.putImageData(image, 0, 0);
  }
}

function paint(canvas, picture, rows, columns, most, chosen) {
  const wide = canvas.clientWidth, font = wide < 420 ? 9 : 11;
  const to = canvas.getContext("2d");
  to.font = `${font}px system-ui, sans-serif`;
  const label = (names) => Math.max(...names.map((name) => to.measureText(name).width));
  const slanted = label(columns) > (wide / Math.min(columns.length, most)) * 0.8;
  const left = label(rows) + font + 14, top = (slanted ? label(columns) * 0.75 + 8 : font + 6) + font + 8;
  const right = slanted ? label(columns) * 0.66 + 4 : to.measureText(columns[columns.length - 1]).width / 2 + 4;
  const ratio = columns.length / rows.length, across = Math.min(wide - left - right, ratio > 2 ? 760 : 600);
  const side = Math.min(across, ratio > 2 ? across : (innerHeight * 0.82 - top) * ratio);
  const area = { left, top, wide: Math.max(side, 120), tall: Math.max(side, 120) / ratio, rows: rows.length, columns: columns.length };
  const dots = devicePixelRatio || 1, tall = area.top + area.tall + 6;
  canvas.style.height = `${tall}px`;
  canvas.width = Math.round(wide * dots);
  canvas.height = Math.round(tall * dots);
  to.scale(dots, dots);
  to.imageSmoothingEnabled = false;
  to.drawImage(picture, area.left, area.top, area.wide, area.tall);
  to.font = `${font}px system-ui, sans-serif`;
  to.fillStyle = to.strokeStyle = "#6d6259";
  to.lineWidth = 1;
  to.strokeRect(area.left - 0.5, area.top - 0.5, area.wide + 1, area.tall + 1);
  to.textBaseline = "middle";
  to.textAlign = "right";
  for (const n of named(rows.length, most)) to.fillText(rows[n], area.left - 5, area.top + ((n + 0.5) * area.tall) / rows.length);
  for (const n of named(columns.length, most)) {
    to.save();
    to.translate(area.left + ((n + 0.5) * area.wide) / columns.length, area.top - 6);
    to.textAlign = slanted ? "left" : "center";
    if (slanted) to.rotate(-0.85);
    to.fillText(columns[n], 0, slanted ? 0 : -3);
    to.restore();
  }
  const [down, over] = shown.matrix === "levels" ? ["level-axis", "card-axis"] : ["own-axis", "rival-axis"];
  to.fillStyle = "#26211c";
  to.textAlign = "center";
  to.fillText(`${words[over]} →`, area.left + area.wide / 2, font / 2 + 2);
  to.save();
  to.translate(font / 2 + 2, area.top + area.tall / 2);
  to.rotate(-Math.PI / 2);
  to.fillText(`← ${words[down]}`, 0, 0);
  to.restore();
  if (chosen.row !== null) {
    const x = area.left + ((chosen.column) * area.wide) / columns.length, y = area.top + (chosen.row * area.tall) / rows.length;
    const w = area.wide / columns.length, h = area.tall / rows.length, grow = Math.max(0, 3 - w / 2);
    to.strokeStyle = "#c2185b";
    to.lineWidth = 2;
    to.strokeRect(x - grow, y - grow, w + 2 * grow, h + 2 * grow);
  }
  return area;
}

function drawLens(cube, now, limits) {
  const row = shown.row ?? cube.rows.length >> 1, column = shown.column ?? cube.columns.length >> 1, half = LENS >> 1;
  const first = (place, all) => Math.min(Math.max(place - half, 0), all - LENS);
  const top = first(row, cube.rows.length), left = first(column, cube.columns.length);
  const picture = new OffscreenPicture(LENS, LENS);
  picture.fill((n) => palette[shade(now[(top + Math.floor(n / LENS)) * cube.columns.length + left + (n % LENS)], limits)]);
  const some = (names, from) => names.slice(from, from + LENS);
  const chosen = { row: shown.row === null ? null : row - top, column: column - left };
  frame.lens = paint(byId("lens"), picture.canvas, some(cube.rows, top), some(cube.columns, left), LENS, chosen);
  Object.assign(frame.lens, { firstRow: top, firstColumn: left });
}

function named(count, most) {
  if (count <= most) return Array.from({ length: count }, (_, n) => n);
  return Array.from({ length: most }, (_, n) => Math.round((n * (count - 1)) / (most - 1)));
}

function drawBar([low, high]) {
  const to = byId("bar").getContext("2d"), image = to.createImageData(SHADES, 1);
  palette.forEach(([r, g, b], n) => image.data.set([r, g, b, 255], 4 * n));
  to.putImageData(image, 0, 0);
  const sign = changes();
  byId("stops").replaceChildren(...[0, 0.25, 0.5, 0.75, 1].map((part) => {
    const span = document.createElement("span");
    span.textContent = amount(low + (high - low) * part, sign, high - low);
    return span;
  }));
}

// ── words ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const say = (key, facts) => words[key].replace(/\{(\w+)\}/g, (_, name) => facts[name]);
const count = (number) => number.toLocaleString(language);
const tenth = (number) => number.toLocaleString(language, { maximumFractionDigits: 1 });
function amount(number, sign, span) {
  const digits = span > 20 ? 0 : span > 2 ? 1 : 2;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: sign ? "exceptZero" : "auto" };
  return number.toLocaleString(language, options);
}
const percent = (part) => part.toLocaleString(language, { style: "percent", minimumFractionDigits: 1 });

function tell() {
  const cube = cubes[shown.matrix], { row, column } = shown;
  if (row === null) { byId("told").textContent = words.nothing; return; }
  const n = row * cube.columns.length + column, win = cube.win.go(shown.at)[n];
  let text;
  if (cube.loss) {
    const loss = cube.loss.go(shown.at)[n], chance = win + loss > 0 ? win / (win + loss) : 0.5;
    text = say("told", { row: cube.rows[row], column: cube.columns[column], win: tenth(win / data.tenths),
      loss: tenth(loss / data.tenths), chance: percent(chance) });
  } else text = say("told-level", { row: words[cube.rows[row]] || cube.rows[row], column: cube.columns[column], win: tenth(win / data.tenths) });
  if (changes()) {
    const change = shown.measure === "change-chance" ? 2 : 1, digits = { signDisplay: "exceptZero", maximumFractionDigits: change };
    text += ` (${say("told-change", { change: drawn.now[n].toLocaleString(language, digits), matches: count(data.matches[shown.since]) })})`;
  }
  byId("told").textContent = text;
}

function options(select, pairs, value) {
  select.replaceChildren(...pairs.map(([key, text]) => new Option(text, key, false, String(key) === String(value))));
}

function dress() {
  document.documentElement.lang = language;
  for (const place of document.querySelectorAll("[data-word]")) place.textContent = words[place.dataset.word];
  for (const place of document.querySelectorAll("[data-label]")) place.setAttribute("aria-label", words[place.dataset.label]);
  const counts = shown.matrix === "levels" ? ["seen", "change-seen"]
    : ["wins", "losses", "chance", "change-wins", "change-losses", "change-chance"];
  if (!counts.includes(shown.measure)) shown.measure = counts[changes() ? counts.indexOf(counts.find((c) => c.startsWith("change-"))) : 0];
  options(byId("measure"), counts.map((key) => [key, words[key]]), shown.measure);
  options(byId("since"), data.matches.map((matches, at) => [at, say("when", { matches: count(matches) })]), shown.since);
  options(byId("scale"), ["own", "shared"].map((key) => [key, words[key]]), shown.scale);
  byId("since-label").hidden = !changes();
  byId("since-label").style.display = changes() ? "" : "none";
  byId("other").textContent = words.language;
  byId("other").lang = language === "en" ? "pt-BR" : "en";
  byId("at").setAttribute("aria-label", words.time);
  byId("at").max = last;
  byId("play").textContent = playing ? "❚❚" : "▶";
  byId("play").setAttribute("aria-label", playing ? words.pause : words.play);
  byId("matrices").replaceChildren(...Object.keys(data.matrices).map((name) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: words[name] });
    button.setAttribute("aria-pressed", name === shown.matrix);
    button.addEventListener("click", () => turn(name));
    return button;
  }));
}

// ── what a person does ─────────────────────────────────────────────────────────────────────────────────────────────

async function turn(name) {
  await load(name);
  Object.assign(shown, { matrix: name, row: null, column: null });
  dress();
  draw();
  [...byId("matrices").children].find((button) => button.getAttribute("aria-pressed") === "true").focus({ preventScroll: true });
}

function go(at) { shown.at = Math.min(Math.max(at, 0), last); draw(); }

function play(on) {
  clearInterval(playing);
  playing = null;
  if (on) {
    if (shown.at === last) go(0);
    playing = setInterval(() => (shown.at < last ? go(shown.at + 1) : play(false)), BEAT);
  }
  byId("play").textContent = playing ? "❚❚" : "▶";
  byId("play").setAttribute("aria-label", playing ? words.pause : words.play);
}

function choose(canvas, event) {
  const area = frame[canvas.id], box = canvas.getBoundingClientRect();
  const column = Math.floor(((event.clientX - box.left - area.left) / area.wide) * area.columns);
  const row = Math.floor(((event.clientY - box.top - area.top) / area.tall) * area.rows);
  if (row < 0 || column < 0 || row >= area.rows || column >= area.columns) return;
  Object.assign(shown, { row: row + (area.firstRow || 0), column: column + (area.firstColumn || 0) });
  draw();
}

byId("map").addEventListener("pointermove", (event) => { if (event.pointerType === "mouse" && !playing) choose(byId("map"), event); });
for (const id of ["map", "lens"]) byId(id).addEventListener("click", (event) => choose(byId(id), event));
byId("map").addEventListener("keydown", (event) => {
  const move = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  if (!move) return;
  event.preventDefault();
  const cube = cubes[shown.matrix], far = event.shiftKey ? 10 : 1;
  const within = (place, step, all) => Math.min(Math.max((place ?? 0) + step * far, 0), all - 1);
  shown.row = within(shown.row, move[0], cube.rows.length);
  shown.column = within(shown.column, move[1], cube.columns.length);
  draw();
});
byId("at").addEventListener("input", (event) => { play(false); go(Number(event.target.value)); });
byId("play").addEventListener("click", () => play(!playing));
document.addEventListener("keydown", (event) => {
  if (event.key === " " && !/^(BUTTON|SELECT)$/.test(event.target.tagName)) { event.preventDefault(); play(!playing); }
});
for (const id of ["measure", "since", "scale"]) byId(id).addEventListener("change", (event) => {
  shown[id] = id === "since" ? Number(event.target.value) : event.target.value;
  if (id === "measure") dress();
  draw();
});
byId("other").addEventListener("click", () => {
  language = language === "en" ? "pt-BR" : "en";
  words = data.words[language];
  dress();
  draw();
});
addEventListener("resize", draw);

dress();
if (typeof DecompressionStream === "undefined") byId("told").textContent = words["old-browser"];
else turn(shown.matrix).then(() => document.activeElement.blur());

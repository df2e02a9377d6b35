// A board drawn from its data: plank, edges, points, pieces (full and ring: told apart by shape), marks, values.
const SVG = "http://www.w3.org/2000/svg";
const GAP = 100; // between the two nearest points, in the picture
const PIECE = 31;
const RINGED = 40.5; // a piece with the ring that says it may move: no name lies under it
const LETTER = 5.6; // half the width of a letter of a name
const CROWDED = 20; // with more points, columns and rows are named at the edge
const CROWN = "M-17 9L-20-9L-9-1L0-14L9-1L20-9L17 9Z";
let made = 0;

/** Where everything is: the state of a view in one shape, the points in the units of the picture. */
export function read(state) {
  const { board, position } = state;
  const names = Object.keys(board.points);
  const edges = board.edges ?? pairs(board.paths ?? []);
  const near = Math.min(...names.flatMap((a, i) => names.slice(i + 1).map((b) => apart(board.points[a], board.points[b]))));
  const scale = GAP / near;
  const places = Object.fromEntries(names.map((name) => [name, [board.points[name][0] * scale, -board.points[name][1] * scale]]));
  const xs = names.map((name) => places[name][0]), ys = names.map((name) => places[name][1]);
  const bends = board.bends ?? [];
  const ruler = rulerOf(board, names);
  const size = ruler ? Math.max(17, (Math.max(...xs) - Math.min(...xs)) / 38) : 17; // of the letters: a phone shows large boards small
  const reach = board.squares ? Math.max(RINGED, scale / 2) : RINGED;
  const rim = reach + 20 + 1.3 * size + Math.max(0, ...bends.map(([a, b]) => (apart(board.points[a], board.points[b]) / Math.SQRT2) * scale - 30)); // room for a name beside an outer point, inside the trim
  const box = [Math.min(...xs) - rim, Math.min(...ys) - rim, Math.max(...xs) - Math.min(...xs) + 2 * rim, Math.max(...ys) - Math.min(...ys) + 2 * rim];
  const pieces = position.pieces ?? {}, kinds = position.kinds ?? {};
  const signs = Object.fromEntries(Object.entries(pieces).map(([name, seat]) => [name, `${seat} ${kinds[name] ?? ""}`]));
  return { kinds, signs, counts: position.dice === undefined ? position.counts ?? null : null, heights: position.dice === undefined ? null : position.counts ?? {}, dice: position.dice ?? "", squares: Boolean(board.squares), unit: board.squares ? Math.min(GAP, scale) : GAP, bends, names, edges, places, box, scale, ruler, size, lines: (board.lines ?? []).map(split), targets: board.targets ?? [], pieces: position.pieces ?? {}, hand: position.in_hand ?? [0, 0], history: state.history ?? [] };
}

/** Columns and rows as on a chessboard, `{name: coordinate}`, where a point is named by its letter and its number; null where names stand at the points. */
function rulerOf(board, names) {
  const columns = {}, rows = {};
  for (const name of names) {
    const [, letter, number] = /^([a-z])(\d+)$/.exec(name) ?? [];
    const [x, y] = board.points[name];
    if (!letter || (columns[letter] ??= x) !== x || (rows[number] ??= y) !== y) return null;
  }
  return board.squares || names.length > CROWDED ? { columns, rows } : null;
}

/** The points that a move names, in order: `a1-b2`, `a1xc3xe5`, `a1>b1`, `a1-d1*g7`, `a4-d7/d3`; a piece that goes on with the next die (`a1-b1+b1-c1`) is named once. */
export const pathOf = (move) => move.replace(/([a-z]+\d*)\+\1-/g, "$1-").split(/[-+x<>*/]/);

const split = (path) => (Array.isArray(path) ? path : path.split("-"));
const pairs = (paths) => paths.map(split).flatMap((path) => path.slice(1).map((point, at) => [path[at], point]));
const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Make an SVG element. */
export function svg(kind, facts = {}, ...inside) {
  const one = document.createElementNS(SVG, kind);
  for (const [key, value] of Object.entries(facts)) if (value !== null && value !== undefined) one.setAttribute(key, value);
  one.append(...inside);
  return one;
}

/** Draw a board without pieces; layers come in the order in which they cover each other. */
export function drawBoard(at) {
  made += 1;
  const id = `board-${made}`;
  const [x, y, wide, high] = at.box;
  const picture = svg("svg", { viewBox: at.box.map(round).join(" "), class: "board-picture", focusable: "false" });
  picture.style.setProperty("--aspect", (wide / high).toFixed(3));
  const stop = (offset, colour) => svg("stop", { offset, "stop-color": colour });
  picture.append(svg("defs", {},
    svg("linearGradient", { id: `${id}-plank`, x1: 0, y1: 0, x2: 1, y2: 1 }, stop(0, "#e2b97c"), stop(0.5, "#d3a362"), stop(1, "#bd8745")),
    svg("radialGradient", { id: `${id}-full`, cx: 0.35, cy: 0.3, r: 0.9 }, stop(0, "#7d4a35"), stop(0.45, "#43211a"), stop(1, "#200d0a")),
    svg("radialGradient", { id: `${id}-ring`, cx: 0.35, cy: 0.3, r: 0.95 }, stop(0, "#fffdf4"), stop(0.6, "#f3e6c6"), stop(1, "#cdb888"))));
  picture.dataset.paint = id;
  const inset = (by, facts) => svg("rect", { x: x + by, y: y + by, width: wide - 2 * by, height: high - 2 * by, rx: 26 - by / 2, ...facts });
  const plank = svg("g", { class: "plank", "aria-hidden": "true" }, inset(2, { fill: "#6b3f1f" }), inset(8, { fill: `url(#${id}-plank)` }));
  for (let line = 1; line < 7; line += 1) {
    const level = y + (high * line) / 7;
    plank.append(svg("path", { d: `M${x + 12} ${level}q${wide / 4} ${line % 2 ? 9 : -9} ${wide / 2 - 12} 0t${wide / 2 - 12} 0`, class: "grain" }));
  }
  plank.append(inset(15, { class: "trim" }));
  const edges = svg("g", { class: "edges", "aria-hidden": "true" });
  if (at.squares) {
    for (const name of at.names) {
      const [px, py] = at.places[name];
      edges.append(svg("rect", { x: px - at.unit / 2 + 1, y: py - at.unit / 2 + 1, width: at.unit - 2, height: at.unit - 2, rx: at.counts ? 44 : 5, class: "square" }));
    }
  } else {
    for (const kind of ["groove", "edge"]) for (const [a, b] of at.edges) edges.append(line(at, a, b, kind));
  }
  for (const kind of ["groove", "edge"]) for (const [a, b] of at.bends) edges.append(bend(at, a, b, kind));
  at.targets.forEach((points, seat) => points.forEach((name) => edges.append(ringAt(at, name, 22, `goal seat-${seat}`))));
  if (!at.squares) for (const name of at.names) edges.append(svg("circle", { cx: at.places[name][0], cy: at.places[name][1], r: 11, class: "hole" }));
  const labels = svg("g", { class: "labels", "aria-hidden": "true" });
  const label = (name, [px, py]) => labels.append(svg("text", { x: round(px), y: round(py + at.size * 0.35), "font-size": round(at.size) }, name));
  if (at.ruler) {
    const off = 18 + at.size * 0.64; // between the trim and a piece
    for (const [name, across] of Object.entries(at.ruler.columns)) label(name, [across * at.scale, y + high - off]);
    for (const [name, up] of Object.entries(at.ruler.rows)) label(name, [x + off, -up * at.scale]);
  } else if (at.counts) {
    for (const name of at.names) label(name, [at.places[name][0] - at.unit / 2 + 8, at.places[name][1] + at.unit / 2 - 8]);
  } else {
    for (const name of at.names) label(name, labelAt(at, name));
  }
  picture.append(plank, edges, labels, ...["under", "points", "pieces", "over", "values"].map((name) => svg("g", { class: `layer-${name}`, "aria-hidden": name === "points" ? null : "true" })));
  return picture;
}

export const layer = (picture, name) => picture.querySelector(`.layer-${name}`);

/** One piece, at the middle of its own units. */
export function drawPiece(seat, paint, size = PIECE, kind = undefined) {
  if (seat === 2 && kind === "mark") return svg("g", { class: "piece closed" }, svg("path", { d: `M${-size * 0.7} ${-size * 0.7}L${size * 0.7} ${size * 0.7}M${size * 0.7} ${-size * 0.7}L${-size * 0.7} ${size * 0.7}`, class: "cross" }));
  const ring = (radius) => `M${-radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
  const piece = svg("g", { class: `piece seat-${seat}` }, svg("ellipse", { cx: 2, cy: 5, rx: size, ry: size * 0.97, class: "shade" }));
  if (seat === 0) {
    piece.append(svg("circle", { r: size, fill: `url(#${paint}-full)`, stroke: "#180905", "stroke-width": 2 }),
      svg("circle", { r: size * 0.66, class: "groove-full" }), svg("circle", { r: size * 0.3, class: "groove-full" }));
  } else {
    piece.append(svg("path", { d: ring(size) + ring(size * 0.42), "fill-rule": "evenodd", fill: `url(#${paint}-ring)`, stroke: "#5d4826", "stroke-width": 2.5 }),
      svg("circle", { r: size * 0.72, class: "groove-ring" }));
  }
  if (kind) piece.append(svg("path", { d: CROWN, class: seat === 0 ? "crown" : "crown dark", transform: `scale(${size / PIECE})` }));
  return piece;
}

/** How many pieces stand on each point of a board of dice. */
export function drawHeights(picture, at) {
  const above = layer(picture, "over");
  above.querySelectorAll(".height").forEach((mark) => mark.remove());
  for (const [name, count] of Object.entries(at.heights ?? {})) {
    if (count < 2) continue;
    const [x, y] = at.places[name];
    above.append(svg("text", { x, y: y + 12, class: `count height seat-${at.pieces[name]}` }, String(count)));
  }
}

/** How many stones lie in each house. */
export function drawCounts(picture, at) {
  if (!at.counts) return;
  const home = layer(picture, "pieces");
  home.replaceChildren();
  for (const [name, count] of Object.entries(at.counts)) {
    const [x, y] = at.places[name];
    home.append(svg("text", { x, y: y + 14, class: "count" }, String(count)));
  }
}

/** A small piece beside a name or in hand. */
export function pieceSign(seat) {
  made += 1;
  const paint = `board-${made}`;
  const stop = (offset, colour) => svg("stop", { offset, "stop-color": colour });
  const colours = seat === 0 ? [stop(0, "#7d4a35"), stop(1, "#200d0a")] : [stop(0, "#fffdf4"), stop(1, "#d9c596")];
  return svg("svg", { viewBox: "-36 -36 72 74", class: "piece-sign", "aria-hidden": "true", focusable: "false" },
    svg("defs", {}, svg("radialGradient", { id: `${paint}-${seat === 0 ? "full" : "ring"}`, cx: 0.35, cy: 0.3, r: 0.9 }, ...colours)), drawPiece(seat, paint));
}

/** The last move, and a row that won. */
export function drawPast(picture, at, over) {
  const under = layer(picture, "under"), above = layer(picture, "over");
  under.replaceChildren();
  above.replaceChildren();
  const last = at.history.length ? pathOf(at.history.at(-1)).filter((point) => point in at.places) : [];
  if (last.length) {
    last.slice(1).forEach((point, place) => under.append(line(at, last[place], point, "last-way")));
    if (last.length > 1) under.append(ringAt(at, last[0], 17, "last-from"));
    above.append(ringAt(at, last.at(-1), PIECE + 5, "last-to"));
  }
  const row = over && at.lines.find((points) => points.every((point) => point in at.pieces && at.pieces[point] === at.pieces[points[0]]));
  if (row) under.append(svg("polyline", { points: row.map((point) => at.places[point].join(",")).join(" "), class: "row-made" }));
}

export const ringAt = (at, point, r, names) => svg("circle", { cx: at.places[point][0], cy: at.places[point][1], r, class: names });

/** Values of moves on the board: ``{move: number or text}``; the best are marked by more than colour. */
export function drawValues(picture, at, values, t, language) {
  const place = layer(picture, "values");
  place.replaceChildren();
  const told = Object.entries(values ?? {}).filter(([move]) => pathOf(move).every((point) => point in at.places)).slice(0, 60);
  place.removeAttribute("aria-hidden");
  if (!told.length) return place.setAttribute("aria-hidden", "true");
  const numbers = told.map(([, value]) => Number(value)).filter(Number.isFinite);
  const best = Math.max(...numbers);
  const text = (value) => (Number.isFinite(Number(value)) ? said(Number(value), language) : String(value));
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", `${t("board.values")}: ${told.map(([move, value]) => t("board.value-of", { move, value: text(value) })).join("; ")}`);
  const badges = told.map(([move, value]) => {
    const [from, to] = pathOf(move);
    const number = Number(value);
    const kind = `value ${number > 0 ? "good" : number < 0 ? "bad" : "even"}${numbers.length > 1 && number === best ? " best" : ""}`;
    if (to) place.append(arrow(at, from, to, kind));
    const [x, y] = to ? along(at.places[from], at.places[to], 0.56) : at.places[from];
    const words = text(value);
    const half = 13 + words.length * 6.2;
    return svg("g", { class: kind, transform: `translate(${round(x)} ${round(y)})` },
      svg("rect", { x: -half, y: -17, width: 2 * half, height: 34, rx: 17 }), svg("text", { y: 7.5 }, words));
  });
  place.append(...badges);
  return undefined;
}

const said = (value, language) => (value > 0 ? "+" : value < 0 ? "−" : "") + new Intl.NumberFormat(language, { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 }).format(Math.abs(value));
const along = (a, b, share) => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
const round = (number) => Math.round(number * 10) / 10;

function arrow(at, from, to, names) {
  const long = apart(at.places[from], at.places[to]);
  const [x1, y1] = along(at.places[from], at.places[to], 24 / long), [x2, y2] = along(at.places[from], at.places[to], 1 - 16 / long);
  const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  return svg("g", { class: `${names} way` }, svg("line", { x1, y1, x2, y2 }), svg("path", { d: "M4 0L-13-9V9Z", transform: `translate(${round(x2)} ${round(y2)}) rotate(${round(turn)})` }));
}

/** Round a corner of the board, outside: three quarters of a circle. */
function bend(at, a, b, names) {
  const [x1, y1] = at.places[a], [x2, y2] = at.places[b];
  const r = round(apart(at.places[a], at.places[b]) / Math.SQRT2);
  const [left, top, wide, high] = at.box;
  const side = (x2 - x1) * (top + high / 2 - y1) - (y2 - y1) * (left + wide / 2 - x1);
  return svg("path", { d: `M${x1} ${y1}A${r} ${r} 0 1 ${side > 0 ? 1 : 0} ${x2} ${y2}`, fill: "none", class: names });
}

function line(at, a, b, names) {
  const [x1, y1] = at.places[a], [x2, y2] = at.places[b];
  return svg("line", { x1, y1, x2, y2, class: names });
}

/** Beside the point, where neither a piece nor an edge lies; outwards when there is a choice. */
function labelAt(at, name) {
  const [x, y] = at.places[name];
  const [left, top, wide, high] = at.box;
  const out = Math.atan2(y - top - high / 2, x - left - wide / 2);
  const ways = at.edges.filter((edge) => edge.includes(name)).map(([a, b]) => at.places[a === name ? b : a]).map(([ex, ey]) => Math.atan2(ey - y, ex - x));
  const gap = (a, b) => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));
  const half = LETTER * name.length + 3 * [...name].filter((letter) => "mw".includes(letter)).length;
  const free = ([lx, ly], [px, py]) => Math.hypot(Math.max(0, Math.abs(lx - px) - half), Math.max(0, Math.abs(ly - py) - LETTER * 1.4)) - RINGED;
  const spot = (angle) => {
    for (let far = PIECE; ; far += 1) {
      const here = [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
      if (free(here, [x, y]) >= 0) return here;
    }
  };
  const inside = ([lx]) => Math.min(lx - left, left + wide - lx) - 17 - half;
  const crowded = (here) => Math.min(0, inside(here), ...at.names.filter((other) => other !== name).map((other) => free(here, at.places[other])));
  const room = (angle) => Math.min(0.75, ...ways.map((way) => gap(way, angle))) * 10 - gap(out, angle) + 10 * crowded(spot(angle));
  const choices = Array.from({ length: 32 }, (_, each) => (each * Math.PI) / 16);
  return spot(choices.reduce((best, each) => (room(each) > room(best) + 1e-9 ? each : best)));
}

// Board games of every family, drawn from the board data in the view and played by tap, drag or keyboard (docs/web/drawings.md).
import { drawBoard, drawCounts, drawHeights, drawPast, drawPiece, drawValues, layer, pathOf, pieceSign, read, ringAt, svg } from "./board_picture.js";
import { badge, el, portrait, who } from "./parts.js";

export const draws = ["point", "step", "chain"];
export const styles = ["board.css"];
export const keepsScore = true;

const NEAR = 50; // a tap or a dropped piece counts for the point within this distance
const DRAGGED = 6; // pixels a finger may tremble before it drags

export function create(root, ctx) {
  const t = (key, facts) => ctx.t(`board.${key}`, facts);
  let view = null, at = null, picture = null, frame = null;
  let chosen = []; // the points pressed so far: the piece that is picked up, then where it goes, leaps, takes or shoots
  let here = null; // the point that the keyboard stands on
  let values = null;
  let pieces = new Map(); // point -> its element

  function update(next) {
    const board = next.state?.board;
    if (!board) {
      picture = view = null;
      root.replaceChildren(el("p", "board-wait", t("waiting")));
      return;
    }
    const other = !picture || view?.game !== next.game || view?.state.board.name !== board.name;
    if (view?.ply !== next.ply) values = null;
    view = next;
    at = read(next.state);
    if (other) build(board);
    if (chosen.length && !going(chosen).length) chosen = [];
    frame.querySelector(".board-seats").replaceChildren(...[0, 1].map(seatLine));
    movePieces();
    drawPast(picture, at, next.state.over);
    drawCounts(picture, at);
    drawPoints();
    drawHeights(picture, at);
    drawValues(picture, at, values, ctx.t, ctx.language);
  }

  const moves = () => (view.moves ?? []).filter(({ kind }) => draws.includes(kind)).map(({ move }) => ({ move, path: pathOf(move) }));
  const going = (path) => moves().filter((one) => path.every((point, place) => one.path[place] === point));
  const over = (path) => going(path).filter((one) => one.path.length === path.length);

  /* ── drawing ───────────────────────────────────────────────────────────────────────────────────────────────────── */

  function build(board) {
    frame = el("section", "boardgame");
    picture = drawBoard(at);
    picture.setAttribute("role", "group");
    picture.setAttribute("aria-label", t("board", { title: view.title ?? board.title ?? board.name }));
    pieces = new Map();
    chosen = [];
    here = at.names[0];
    for (const name of at.names) {
      const [x, y] = at.places[name];
      const point = svg("g", { class: "point", role: "button", "data-key": name, transform: `translate(${x} ${y})` },
        svg("circle", { r: 44, class: "hit" }), svg("circle", { r: 41, class: "focus-ring" }), svg("g", { class: "mark" }));
      point.addEventListener("click", () => press(name));
      point.addEventListener("focus", () => stand(name));
      layer(picture, "points").append(point);
    }
    picture.addEventListener("keydown", (event) => {
      if (walk(event)) {
        event.preventDefault();
        event.stopPropagation();
      }
    });
    picture.addEventListener("pointerdown", drag);
    frame.append(el("div", "board-seats"), picture, el("div", "board-which"), el("p", "board-how quiet", t("how")));
    root.replaceChildren(frame);
  }

  function seatLine(seat) {
    const turn = view.turn === seat && !view.state.over;
    const line = el("div", `board-seat${turn ? " turn" : ""}`);
    const title = el("div", "who");
    if (turn) title.append(badge("▸", t("to-move"), "mark-turn"));
    title.append(pieceSign(seat), ...portrait(view, seat), el("span", "unseen", `${t(`piece-${seat}`)} `), el("span", "name", who(view, seat)));
    if (view.seats?.[seat]?.present === false && view.seats[seat].kind === "person") title.append(el("span", "you", `(${t("away")})`));
    line.append(title);
    const count = at.hand[seat];
    if (Math.max(...at.hand) > 0) {
      const hand = el("div", "in-hand");
      hand.append(el("span", count ? "unseen" : "none", t(count === 0 ? "in-hand-none" : count === 1 ? "in-hand-one" : "in-hand-many", { count })));
      for (let each = 0; each < count; each += 1) hand.append(pieceSign(seat));
      line.append(hand);
    }
    return line;
  }

  /** Pieces slide to where they went; what cannot be told from the picture before is drawn anew. */
  function movePieces() {
    const home = layer(picture, "pieces");
    const gone = [...pieces.keys()].filter((name) => at.signs[name] !== pieces.get(name).dataset.sign);
    for (const name of gone) {
      const piece = pieces.get(name);
      pieces.delete(name);
      const to = at.names.find((other) => at.signs[other] === piece.dataset.sign && !pieces.has(other));
      if (to) {
        pieces.set(to, piece);
        put(piece, to);
      } else {
        piece.remove();
      }
    }
    for (const name of at.names) {
      if (!(name in at.pieces) || pieces.has(name)) continue;
      const piece = drawPiece(at.pieces[name], picture.dataset.paint, undefined, at.kinds[name]);
      piece.dataset.sign = at.signs[name];
      put(piece, name);
      pieces.set(name, piece);
      home.append(piece);
    }
    for (const [name, piece] of pieces) piece.classList.toggle("lifted", name === chosen[0]);
  }

  function put(piece, name) {
    const [x, y] = at.places[name];
    piece.style.transform = `translate(${x}px, ${y}px)`;
  }

  function drawPoints() {
    const legal = moves();
    const ahead = chosen.length ? going(chosen).filter((one) => one.path.length > chosen.length) : [];
    const targets = new Set(ahead.map((one) => one.path[chosen.length]));
    if (chosen.length > 1 && over(chosen).length) targets.add(chosen.at(-1)); // once more: the turn ends here
    const placing = new Set(legal.filter((one) => one.path.length === 1 && !(one.path[0] in at.pieces)).map((one) => one.path[0]));
    const entering = new Set(legal.filter((one) => !(one.path[0] in at.pieces)).map((one) => one.path[0]));
    const sources = new Set(legal.filter((one) => one.path.length > 1 && one.path[0] in at.pieces).map((one) => one.path[0]));
    if (![...layer(picture, "points").children].some((point) => point === document.activeElement)) here = stillThere(legal);
    for (const point of layer(picture, "points").children) {
      const name = point.dataset.key;
      const placed = !chosen.length && entering.has(name);
      const goes = targets.has(name);
      const can = placed || goes || sources.has(name) || placing.has(name);
      point.setAttribute("class", `point${can ? " legal" : ""}${placed || goes ? " target" : ""}${sources.has(name) ? " source" : ""}${chosen.includes(name) ? " chosen" : ""}`);
      point.setAttribute("tabindex", name === here ? "0" : "-1");
      point.setAttribute("aria-label", told(name, { placed, goes, source: sources.has(name) }));
      toggle(point, "aria-disabled", can ? null : "true");
      toggle(point, "aria-pressed", sources.has(name) ? String(name === chosen[0]) : null);
    }
    const above = layer(picture, "over");
    above.querySelectorAll(".choice").forEach((mark) => mark.remove());
    for (const name of sources) above.append(ringAt(at, name, 37, `choice${name === chosen[0] ? " chosen" : ""}`));
    for (const name of chosen.slice(1)) above.append(ringAt(at, name, 28, "choice chosen"));
    if (!chosen.length && !at.counts) for (const name of entering) above.append(ringAt(at, name, 20, "choice target"), ringAt(at, name, 7, "choice dot"));
    if (at.counts) for (const name of placing) above.append(ringAt(at, name, 37, "choice"));
    for (const name of targets) above.append(...(name in at.pieces ? [ringAt(at, name, 37, "choice taken")] : [ringAt(at, name, 20, "choice target"), ringAt(at, name, 7, "choice dot")]));
    frame.querySelector(".board-which").replaceChildren(...(chosen.length && over(chosen).length > 1 ? over(chosen).map(({ move }) => which(move)) : []));
  }

  /** A button for one of several moves over the same points: rivals ahead or behind, for instance. */
  function which(move) {
    const button = el("button", "board-move", move);
    button.type = "button";
    button.addEventListener("click", () => play(move));
    return button;
  }

  const stillThere = (legal) => (legal.length && !legal.some(({ path }) => path.includes(here)) ? legal[0].path[0] : here ?? at.names[0]);

  function told(name, { placed, goes, source }) {
    const seat = at.pieces[name];
    const piece = at.counts ? t("stones", { count: at.counts[name] }) : at.heights?.[name] > 1 ? `${t("stack", { count: at.heights[name] })} (${t(`piece-${seat}`)})` : seat === 2 ? t(at.kinds[name] === "mark" ? "closed" : "of-both") : seat === undefined ? t("empty") : seat === view.seat ? t("yours", { piece: t(`piece-${seat}`) }) : t("of", { piece: t(`piece-${seat}`), who: who(view, seat) });
    const last = pathOf(at.history.at(-1) ?? "").at(-1) === name;
    return [name, piece, placed && t("can-place"), goes && t("can-go"), source && t("can-move"), last && t("last")].filter(Boolean).join(", ");
  }

  /* ── playing ───────────────────────────────────────────────────────────────────────────────────────────────────── */

  let dropped = false; // the click that follows a drag is not a press

  function press(name) {
    if (dropped) return undefined;
    if (chosen.length && chosen.at(-1) === name) return chosen.length > 1 ? finish(chosen) : choose([]);
    const path = [...chosen, name];
    const ways = going(path);
    if (ways.length) {
      if (ways.every((one) => one.path.length === path.length)) return finish(path);
      return choose(path);
    }
    return choose(going([name]).some((one) => one.path.length > 1) ? [name] : []);
  }

  /** Play the move over these points; of several, buttons below the board ask which. */
  function finish(path) {
    const [one, ...more] = over(path);
    if (one && !more.length) return play(one.move);
    return choose(one ? path : []);
  }

  function play(move) {
    chosen = [];
    ctx.act(move);
    refresh();
  }

  function choose(path, quietly = false) {
    chosen = path;
    refresh();
    if (quietly) return;
    const points = [...new Set(going(path).map((one) => one.path[path.length]).filter(Boolean))].join(", ");
    ctx.announce?.(path.length ? t("picked", { point: path.at(-1), points }) : t("put-back"));
  }

  function refresh() {
    movePieces();
    drawPoints();
  }

  function stand(name) {
    here = name;
    for (const point of layer(picture, "points").children) point.setAttribute("tabindex", point.dataset.key === name ? "0" : "-1");
  }

  function walk(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way) {
      goTo(next(way) ?? here);
      return true;
    }
    const step = { PageDown: 1, PageUp: -1 }[event.key]; // point by point, whatever the shape of the board
    if (step) {
      goTo(at.names[(at.names.indexOf(here) + step + at.names.length) % at.names.length]);
      return true;
    }
    if (event.key === "Enter" || event.key === " ") {
      press(here);
      return true;
    }
    if (event.key === "Escape" && chosen.length) {
      choose([]);
      return true;
    }
    return false;
  }

  /** The nearest point in a direction; straight ahead counts as nearer, and of two alike the one clockwise, so that the
   * four keys lead from the middle of a cross to each of its ends. */
  function next([dx, dy]) {
    const [x, y] = at.places[here];
    let best = null, least = Infinity;
    for (const name of at.names) {
      const [ax, ay] = [at.places[name][0] - x, at.places[name][1] - y];
      const ahead = ax * dx + ay * dy, aside = ax * dy - ay * dx;
      if (ahead < 1 || Math.abs(aside) > ahead * 2.5) continue;
      const cost = Math.hypot(ax, ay) + 0.5 * Math.abs(aside) + 0.01 * aside;
      if (cost < least) [best, least] = [name, cost];
    }
    return best;
  }

  function goTo(name) {
    stand(name);
    layer(picture, "points").querySelector(`[data-key="${name}"]`).focus({ preventScroll: true });
  }

  function drag(event) {
    const from = pointUnder(event);
    dropped = false;
    if (event.button !== 0 || !from || !moves().some(({ path }) => path.length > 1 && path[0] === from) || !pieces.has(from)) return;
    const piece = pieces.get(from);
    const [startX, startY] = [event.clientX, event.clientY];
    let moving = false;
    const follow = (now) => {
      if (!moving && Math.hypot(now.clientX - startX, now.clientY - startY) < DRAGGED) return;
      if (!moving) {
        moving = true;
        choose([from], true);
        piece.classList.add("dragged");
        picture.setPointerCapture(event.pointerId);
      }
      const [x, y] = unitsOf(now);
      piece.style.transform = `translate(${x}px, ${y}px)`;
    };
    const drop = (now) => {
      for (const [kind, listener] of Object.entries({ pointermove: follow, pointerup: drop, pointercancel: drop })) picture.removeEventListener(kind, listener);
      if (!moving) return;
      dropped = true;
      setTimeout(() => { dropped = false; }, 0);
      piece.classList.remove("dragged");
      put(piece, from);
      const to = now.type === "pointerup" ? pointUnder(now) : null;
      if (!to || !going([from, to]).length) choose([], true);
      else if (going([from, to]).every((one) => one.path.length === 2)) finish([from, to]);
      else choose([from, to]);
    };
    for (const [kind, listener] of Object.entries({ pointermove: follow, pointerup: drop, pointercancel: drop })) picture.addEventListener(kind, listener);
  }

  function unitsOf(event) {
    const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    return [spot.x, spot.y];
  }

  function pointUnder(event) {
    const [x, y] = unitsOf(event);
    return at.names.find((name) => Math.hypot(at.places[name][0] - x, at.places[name][1] - y) <= NEAR) ?? null;
  }

  /* ── for the page ──────────────────────────────────────────────────────────────────────────────────────────────── */

  function key(event) {
    if (!picture || !event.key.startsWith("Arrow") || !moves().length) return false;
    if (picture.contains(document.activeElement)) return false;
    goTo(here);
    return true;
  }

  /** Write what moves are worth on the board: ``{move: value}``; null takes it away. */
  function showValues(given) {
    values = given;
    if (picture) drawValues(picture, at, values, ctx.t, ctx.language);
  }

  return { update, key, showValues, destroy: () => root.replaceChildren() };
}

const toggle = (node, name, value) => (value === null ? node.removeAttribute(name) : node.setAttribute(name, value));

/** Draw a position with the values of its moves into an element (explanations, replay); needs no view. */
export function drawBoardValues(root, state, values, t, language = document.documentElement.lang || "en") {
  const at = read(state);
  const picture = drawBoard(at);
  picture.classList.add("small");
  for (const [name, seat] of Object.entries(at.pieces)) {
    const piece = drawPiece(seat, picture.dataset.paint, undefined, at.kinds[name]);
    piece.style.transform = `translate(${at.places[name][0]}px, ${at.places[name][1]}px)`;
    layer(picture, "pieces").append(piece);
  }
  drawPast(picture, at, state.over);
  drawCounts(picture, at);
  drawHeights(picture, at);
  drawValues(picture, at, values, t, language);
  layer(picture, "points").remove();
  root.replaceChildren(picture);
  return picture;
}

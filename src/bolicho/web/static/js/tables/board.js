// Board games of every family, drawn from the board data in the view and played by tap, drag or keyboard (docs/web/drawings.md).
import { drawBoard, drawPast, drawPiece, drawValues, layer, pieceSign, read, ringAt, svg } from "./board_picture.js";
import { badge, el, who } from "./parts.js";

export const draws = ["point", "step"];
export const styles = ["board.css"];
export const keepsScore = true;

const NEAR = 50; // a tap or a dropped piece counts for the point within this distance
const DRAGGED = 6; // pixels a finger may tremble before it drags

export function create(root, ctx) {
  const t = (key, facts) => ctx.t(`board.${key}`, facts);
  let view = null, at = null, picture = null, frame = null;
  let chosen = null; // the piece that is picked up
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
    if (chosen && !moves().some(([from, to]) => to && from === chosen)) chosen = null;
    frame.querySelector(".board-seats").replaceChildren(...[0, 1].map(seatLine));
    movePieces();
    drawPast(picture, at, next.state.over);
    drawPoints();
    drawValues(picture, at, values, ctx.t, ctx.language);
  }

  const moves = () => (view.moves ?? []).filter(({ kind }) => draws.includes(kind)).map(({ move }) => move.split("-"));

  /* ── drawing ───────────────────────────────────────────────────────────────────────────────────────────────────── */

  function build(board) {
    frame = el("section", "boardgame");
    picture = drawBoard(at);
    picture.setAttribute("role", "group");
    picture.setAttribute("aria-label", t("board", { title: view.title ?? board.title ?? board.name }));
    pieces = new Map();
    chosen = null;
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
    frame.append(el("div", "board-seats"), picture, el("p", "board-how quiet", t("how")));
    root.replaceChildren(frame);
  }

  function seatLine(seat) {
    const turn = view.turn === seat && !view.state.over;
    const line = el("div", `board-seat${turn ? " turn" : ""}`);
    const title = el("div", "who");
    if (turn) title.append(badge("▸", t("to-move"), "mark-turn"));
    title.append(pieceSign(seat), el("span", "unseen", `${t(`piece-${seat}`)} `), el("span", "name", who(view, seat)));
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
    const gone = [...pieces.keys()].filter((name) => at.pieces[name] !== Number(pieces.get(name).dataset.seat));
    for (const name of gone) {
      const piece = pieces.get(name);
      pieces.delete(name);
      const to = at.names.find((other) => String(at.pieces[other]) === piece.dataset.seat && !pieces.has(other));
      if (to) {
        pieces.set(to, piece);
        put(piece, to);
      } else {
        piece.remove();
      }
    }
    for (const name of at.names) {
      if (!(name in at.pieces) || pieces.has(name)) continue;
      const piece = drawPiece(at.pieces[name], picture.dataset.paint);
      piece.dataset.seat = at.pieces[name];
      put(piece, name);
      pieces.set(name, piece);
      home.append(piece);
    }
    for (const [name, piece] of pieces) piece.classList.toggle("lifted", name === chosen);
  }

  function put(piece, name) {
    const [x, y] = at.places[name];
    piece.style.transform = `translate(${x}px, ${y}px)`;
  }

  function drawPoints() {
    const legal = moves();
    const targets = new Set(legal.filter(([from, to]) => (to ? from === chosen : true)).map(([from, to]) => to ?? from));
    const sources = new Set(legal.filter(([, to]) => to).map(([from]) => from));
    if (![...layer(picture, "points").children].some((point) => point === document.activeElement)) here = stillThere(legal);
    for (const point of layer(picture, "points").children) {
      const name = point.dataset.key;
      const placed = legal.some(([from, to]) => !to && from === name);
      const goes = chosen && targets.has(name);
      const can = placed || goes || sources.has(name);
      point.setAttribute("class", `point${can ? " legal" : ""}${placed || goes ? " target" : ""}${sources.has(name) ? " source" : ""}${name === chosen ? " chosen" : ""}`);
      point.setAttribute("tabindex", name === here ? "0" : "-1");
      point.setAttribute("aria-label", told(name, { placed, goes, source: sources.has(name) }));
      toggle(point, "aria-disabled", can ? null : "true");
      toggle(point, "aria-pressed", sources.has(name) ? String(name === chosen) : null);
    }
    const above = layer(picture, "over");
    above.querySelectorAll(".choice").forEach((mark) => mark.remove());
    for (const name of sources) above.append(ringAt(at, name, 37, `choice${name === chosen ? " chosen" : ""}`));
    for (const name of targets) if (!(name in at.pieces)) above.append(ringAt(at, name, 20, "choice target"), ringAt(at, name, 7, "choice dot"));
  }

  const stillThere = (legal) => (legal.length && !legal.some((move) => move.includes(here)) ? legal[0][0] : here ?? at.names[0]);

  function told(name, { placed, goes, source }) {
    const seat = at.pieces[name];
    const piece = seat === undefined ? t("empty") : seat === view.seat ? t("yours", { piece: t(`piece-${seat}`) }) : t("of", { piece: t(`piece-${seat}`), who: who(view, seat) });
    const last = at.history.at(-1)?.split("-").at(-1) === name;
    return [name, piece, placed && t("can-place"), goes && t("can-go"), source && t("can-move"), last && t("last")].filter(Boolean).join(", ");
  }

  /* ── playing ───────────────────────────────────────────────────────────────────────────────────────────────────── */

  let dropped = false; // the click that follows a drag is not a press

  function press(name) {
    if (dropped) return;
    const legal = moves();
    if (legal.some(([from, to]) => !to && from === name)) return play(name);
    if (chosen && legal.some(([from, to]) => from === chosen && to === name)) return play(`${chosen}-${name}`);
    if (legal.some(([from, to]) => to && from === name)) choose(name === chosen ? null : name);
    else if (chosen) choose(null);
  }

  function play(move) {
    chosen = null;
    ctx.act(move);
    refresh();
  }

  function choose(name, quietly = false) {
    chosen = name;
    refresh();
    if (quietly) return;
    const points = moves().filter(([from]) => from === name).map(([, to]) => to).join(", ");
    ctx.announce?.(name ? t("picked", { point: name, points }) : t("put-back"));
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
    if (event.key === "Escape" && chosen) {
      choose(null);
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
    if (event.button !== 0 || !from || !moves().some(([source, to]) => to && source === from)) return;
    const piece = pieces.get(from);
    const [startX, startY] = [event.clientX, event.clientY];
    let moving = false;
    const follow = (now) => {
      if (!moving && Math.hypot(now.clientX - startX, now.clientY - startY) < DRAGGED) return;
      if (!moving) {
        moving = true;
        choose(from, true);
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
      if (moves().some(([source, target]) => source === from && target && target === to)) play(`${from}-${to}`);
      else choose(null, true);
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
    const piece = drawPiece(seat, picture.dataset.paint);
    piece.style.transform = `translate(${at.places[name][0]}px, ${at.places[name][1]}px)`;
    layer(picture, "pieces").append(piece);
  }
  drawPast(picture, at, state.over);
  drawValues(picture, at, values, t, language);
  layer(picture, "points").remove();
  root.replaceChildren(picture);
  return picture;
}

// Why a player did what it did: the sentence it says, and a picture of what it went by; everything can be read as text too.
import { drawCases } from "./cases.js";
import { drawMatrix } from "./matrix.js";
import { el, number, told } from "./parts.js";
import { DRAWN, drawSeries, isSeries } from "./series.js";

const BOARD_SCALE = { minimax: 100 };
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const TRUCO_CARD = /^\(?(1[0-2]|[1-7])([eobc])\)?$/;
const HIDDEN = new Set(["cases", "passed", "actions", "votes", "clusters", "slice", "intervals", "interval"]);

/**
 * Draw a decision into root. decision: {move, text, value, why, sentence, picture?, name?}; ctx: {deck, words: t, state?, language?}.
 */
export function drawWhy(root, decision, given) {
  const ctx = context(given);
  const why = decision.why ?? {};
  const facts = factsOf(why);
  const plain = { ...decision, why: { ...why, facts } };
  const box = el("div", { class: "why" });
  root.replaceChildren(box);
  if (decision.sentence) box.append(el("p", { class: "why-sentence", text: decision.sentence }));
  if (Array.isArray(facts.cases) && facts.cases.length) drawCases(box, plain, ctx);
  else if (facts.module || decision.picture) drawMatrix(box, plain, ctx);
  else if (ctx.state?.board && isSeries(facts.values) && fits(ctx.state, facts.values)) drawBoard(box, plain, ctx);
  else drawSeries(box, plain, ctx);
  const rest = restOf(facts, decision.sentence);
  if (rest.length) box.append(table(rest, ctx));
  if (!box.children.length) box.append(el("p", { class: "quiet", text: ctx.t("why.nothing") }));
}

/** Whether these are moves of this position: somebody may hand in a later one. */
function fits({ position }, values) {
  return Object.keys(values).every((move) => {
    const [from, to] = move.split("-");
    return to ? position.pieces[from] === position.turn && !(to in position.pieces) : !(from in position.pieces);
  });
}

/** Values of moves on the board they are moves of, and as bars below it. */
function drawBoard(box, decision, ctx) {
  const place = el("div", { class: "why-board" });
  box.append(place);
  drawSeries(box, decision, ctx);
  const scale = BOARD_SCALE[decision.why.rule] ?? 1;
  const values = Object.fromEntries(Object.entries(decision.why.facts.values).map(([move, value]) => [move, value / scale]));
  showBoard(place, ctx.state, values, ctx.t);
}

/** Draw a board with the value of each move (from -1, lost, to 1, won); without its drawing the bars have to do. */
export async function showBoard(place, state, values, t) {
  try {
    const drawing = await import("../tables/board.js");
    drawing.drawBoardValues(place, state, values, t);
  } catch (error) {
    place.remove();
    console.warn("board values", error);
  }
}

function context({ deck, words, t, state, language }) {
  const spoken = language ?? document.documentElement.lang ?? "en";
  const say = t ?? (typeof words === "function" ? words : (key) => words?.[key] ?? key);
  const cardName = (card) => {
    const found = TRUCO_CARD.exec(card);
    return found ? say("why.card-name", { rank: found[1], suit: say(`why.suit.${found[2]}`) }) : card;
  };
  const moveName = (move) => {
    const said = told(say, `why.action.${move}`, null);
    if (said !== null) return said;
    if (deck !== "french") return deck === "spanish" ? cardName(move) : move;
    if (SUITS[move]) return SUITS[move];
    return move.replace(/^(trump|ask):/, (_, what) => `${say(`why.${what}`)} `).replace(/^(.* )?([2-9TJQKA]?)([shdc])$/, (_, before, rank, suit) => `${before ?? ""}${rank === "T" ? "10" : rank}${SUITS[suit]}`);
  };
  return { t: say, state, language: spoken, cardName, moveName };
}

function factsOf(why) {
  const loose = Object.fromEntries(Object.entries(why).filter(([name]) => !["rule", "words", "facts"].includes(name)));
  return { ...(why.facts && typeof why.facts === "object" ? why.facts : {}), ...loose };
}

/** What neither the sentence nor a picture tells: shown only when the player brought no sentence. */
function restOf(facts, sentence) {
  if (sentence) return [];
  return Object.entries(facts).filter(([name, value]) => !HIDDEN.has(name) && !(DRAWN.has(name) && isSeries(value)));
}

function table(rest, { t, language }) {
  const write = (value) => (typeof value === "number" ? number(value, language) : Array.isArray(value) ? value.map(write).join(" ") : typeof value === "string" ? value : JSON.stringify(value));
  const rows = rest.map(([name, value]) => el("tr", {}, el("th", { scope: "row", text: told(t, `why.head.${name}`, name) }), el("td", { text: write(value) })));
  return el("table", { class: "facts" }, el("caption", { text: t("why.facts") }), el("tbody", {}, rows));
}

// A bot of Bolicho in plain JavaScript (Node 18 or later, no packages): one JSON object a line, in and out.
//
//   bolicho match truco "line:node examples/line_bot.js" sound
//   bolicho arena tapatan "line:node examples/line_bot.js" random minimax
//
// It plays every game: Truco by a few rules, anything else by lot. The protocol is told in docs/field/line.md.

const ORDER = "4 5 6 7 10 11 12 1 2 3".split(" "); // ranks of Truco, the weakest first
const ABOVE = ["7o", "7e", "1b", "1e"]; // and the four cards that beat them all

const strength = (card) => (ABOVE.includes(card) ? ORDER.length + ABOVE.indexOf(card) : ORDER.indexOf(card.slice(0, -1)));

/** Draw from 0 to 1, always the same for the same seed (mulberry32): so a match can be played again. */
function chance(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Envido points of three cards: two of a suit count 20 more, figures nothing. */
function envido(cards) {
  const value = (card) => (card.length > 2 ? 0 : Number(card[0]));
  const pairs = cards.flatMap((a, i) => cards.slice(i + 1).map((b) => [a, b]));
  const joined = pairs.filter(([a, b]) => a.at(-1) === b.at(-1)).map(([a, b]) => 20 + value(a) + value(b));
  return Math.max(...joined, ...cards.map(value));
}

/** What the cards still held are good for: 2 for one of the four best, 1 for a three, a half for a two. */
const power = (cards) => cards.map(strength).reduce((sum, s) => sum + (s >= ORDER.length ? 2 : s === 9 ? 1 : s === 8 ? 0.5 : 0), 0);

/** What is said of envido and flor, or undefined where there is nothing to say. */
function points(state, moves) {
  const mine = envido(state.dealt);
  if (moves.includes("flor")) return ["flor", "a flor is always said"];
  if (moves.includes("achico")) return [moves.includes("quero") && mine > 28 ? "quero" : "achico", "flor against flor"];
  if (state.bet === "envido" && moves.includes("quero")) return [mine >= 27 ? "quero" : "nao-quero", `${mine} points`];
  if (moves.includes("pontos")) return ["pontos", "the number is told"];
  if (moves.includes("envido") && mine >= 28) return ["envido", `${mine} points`];
}

/** A few rules of Truco: bets with good cards, and the weakest card that wins. */
function truco(state, moves) {
  const said = points(state, moves);
  if (said) return said;
  const hand = state.hand.filter((card) => moves.includes(card)).sort((a, b) => strength(a) - strength(b));
  const ahead = state.won.filter((who) => who === state.seat).length - state.won.filter((who) => who === 1 - state.seat).length;
  const worth = power(state.hand) + ahead;
  if (moves.includes("quero")) return [worth >= 2 ? "quero" : "nao-quero", `worth ${worth}`];
  const raise = ["truco", "retruco", "vale-quatro"].find((call) => moves.includes(call));
  if (raise && worth >= 2.5) return [raise, `worth ${worth}`];
  const [mine, theirs] = [state.played[state.seat], state.played[1 - state.seat]];
  const rival = theirs.length > mine.length ? theirs.at(-1) : undefined;
  const winning = rival && !rival.startsWith("(") ? hand.find((card) => strength(card) > strength(rival)) : undefined;
  if (winning) return [winning, `it beats ${rival}`];
  return [(rival ? hand[0] : hand.at(-1)) ?? moves[0], rival ? "nothing beats it" : "the best card leads"];
}

let game = "";

const answers = {
  hello: () => ({ type: "hello", protocol: 1, name: "line_bot.js", author: "Bolicho's examples", games: null }),
  match: (said) => void (game = said.game),
  choose({ state, moves, seed }) {
    if (game === "truco") {
      const [move, why] = truco(state, moves);
      return { type: "move", move, why };
    }
    const even = Object.fromEntries(moves.map((move) => [move, 1 / moves.length]));
    return { type: "move", move: moves[Math.floor(chance(seed)() * moves.length)], probabilities: even };
  },
  quit: () => process.exit(0),
}; // "unit" and "result" tell how a hand and a match ended: of no use to a bot that learns nothing

require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const said = JSON.parse(line);
    const answer = answers[said.type]?.(said);
    if (answer) process.stdout.write(JSON.stringify(answer) + "\n");
  });

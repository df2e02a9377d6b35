// The matches a person has played, kept in this browser and nowhere else: read, added to, moved, counted.
import { wilson } from "./intervals.js";
const KEY = "bolicho.matches", ASIDE = "bolicho.matches.unread", FORMAT = "bolicho.my-table", MOST = 5000;

// One match: id of its table, when it ended, game, rivals (an agent's name; null: a person), result for us (1, 0.5, 0),
// net points, hands, whether it counts for the rating, and its number in the house's records.
const FIELDS = {
  id: (one) => typeof one === "string" && /^[a-z0-9]{10}$/.test(one),
  when: (one) => Number.isSafeInteger(one) && one > 0 && one < 4e12,
  game: (one) => typeof one === "string" && /^[a-z0-9-]{1,60}$/.test(one),
  rivals: (one) => Array.isArray(one) && one.length > 0 && one.length < 8 && one.every((who) => who === null || (typeof who === "string" && who.length > 0 && who.length <= 120)),
  result: (one) => [0, 0.5, 1].includes(one),
  points: (one) => Number.isFinite(one) && Math.abs(one) < 1e6,
  hands: (one) => Number.isInteger(one) && one >= 0 && one < 1e5,
  rated: (one) => typeof one === "boolean",
  record: (one) => one === null || (Number.isSafeInteger(one) && one > 0),
};

// The name of the field that is wrong; null where all is well.
function wrongField(match) {
  if (match === null || typeof match !== "object" || Array.isArray(match)) return "";
  return Object.keys(FIELDS).find((name) => !FIELDS[name](match[name])) ?? null;
}
const clean = (match) => Object.fromEntries(Object.keys(FIELDS).map((name) => [name, match[name]]));
const merge = (matches) => [...new Map(matches.map((match) => [match.id, match])).values()].sort((a, b) => a.when - b.when).slice(-MOST);

// Everything that can be read. What cannot is put aside, not thrown away; unread says how much it is.
export function load() {
  const text = localStorage.getItem(KEY);
  if (text === null) return { matches: [], unread: aside().length };
  let kept = null;
  try {
    kept = JSON.parse(text);
  } catch {
    kept = null;
  }
  if (!Array.isArray(kept?.matches)) {
    putAside([text]);
    localStorage.removeItem(KEY);
    return { matches: [], unread: aside().length };
  }
  const good = kept.matches.filter((match) => wrongField(match) === null);
  if (good.length < kept.matches.length) {
    putAside(kept.matches.filter((match) => wrongField(match) !== null).map((match) => JSON.stringify(match)));
    write(good);
  }
  return { matches: merge(good.map(clean)), unread: aside().length };
}

function aside() {
  try {
    const kept = JSON.parse(localStorage.getItem(ASIDE) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
function putAside(texts) {
  try {
    localStorage.setItem(ASIDE, JSON.stringify([...aside(), ...texts].slice(-50)));
  } catch {
    // a browser without room keeps what it has
  }
}

// False where the browser keeps nothing (it is full, or a private window).
function write(matches) {
  try {
    localStorage.setItem(KEY, text(matches));
    return true;
  } catch {
    return false;
  }
}

const text = (matches) => JSON.stringify({ format: FORMAT, version: 1, matches });
export const written = () => text(load().matches);
export const has = (id) => load().matches.some((match) => match.id === id);
export function erase() {
  localStorage.removeItem(KEY);
  localStorage.removeItem(ASIDE);
}

// Notes a finished match from the view of a seat; the same table is noted once, however often one comes back to it.
export function note(view, when = Date.now()) {
  if (!view.over || view.seat === null || view.seat === undefined || !view.result || view.talk === null) return;
  const { matches } = load(), known = matches.find(({ id }) => id === view.table);
  if (known && (known.record !== null || !view.record)) return;
  const me = view.seat, scores = view.result.scores, others = view.seats.filter(({ seat }) => seat !== me);
  const match = {
    id: view.table,
    when: known?.when ?? when,
    game: view.game,
    rivals: others.map(({ agent }) => agent),
    result: view.result.winner === null ? 0.5 : Number(view.result.winner === me),
    points: others.length === 1 ? scores[me] - scores[others[0].seat] : scores[me],
    hands: view.result.hands,
    rated: view.result.rated,
    record: view.record ?? null,
  };
  if (wrongField(match) === null) write(merge([...matches.filter(({ id }) => id !== match.id), match]));
}

// Takes matches in from a file or another device. Returns how many were new; throws what is wrong and where.
export function take(from) {
  let kept;
  try {
    kept = JSON.parse(from);
  } catch {
    throw new WrongFile("mine.no-file");
  }
  if (kept?.format !== FORMAT || !Array.isArray(kept.matches)) throw new WrongFile("mine.no-file");
  if (kept.version !== 1) throw new WrongFile("mine.other-version", { version: String(kept.version).slice(0, 20) });
  kept.matches.forEach((match, at) => {
    const field = wrongField(match);
    if (field !== null) throw new WrongFile("mine.wrong-match", { n: at + 1, field: field || "?" });
  });
  const { matches } = load(), both = merge([...kept.matches.map(clean), ...matches]);
  if (!write(both)) throw new WrongFile("mine.no-space");
  return both.length - matches.length;
}

export class WrongFile extends Error {
  constructor(key, facts = {}) {
    super(key);
    Object.assign(this, { key, facts });
  }
}

// What is told of some matches: how many, won, points a hand, the run of wins or losses one is in, the longest of wins.
export function count(matches) {
  const sum = (of) => matches.reduce((total, match) => total + of(match), 0);
  const wins = sum(({ result }) => Number(result === 1)), hands = sum((match) => match.hands);
  let best = 0, run = 0, streak = 0;
  for (const { result } of matches) {
    run = result === 1 ? run + 1 : 0;
    best = Math.max(best, run);
  }
  const last = matches.at(-1)?.result;
  for (let at = matches.length - 1; at >= 0 && last !== 0.5 && matches[at].result === last; at -= 1) streak += last ? 1 : -1;
  return { matches: matches.length, wins, drawn: sum(({ result }) => Number(result === 0.5)), hands, points: hands ? sum((match) => match.points) / hands : null, best, streak, share: wilson(wins, matches.length) };
}

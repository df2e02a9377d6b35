// What this browser keeps of a person's puzzles: first tries, the rating in each unit, and how many in a row were right.
import { period, START } from "./glicko.js";

const KEY = "bolicho.puzzles", RD = 150; // a puzzle stands still, and its rating is a guess from agents
const empty = () => ({ version: 1, tried: {}, players: {}, streak: 0, best: 0 });

const whole = (value) => Number.isInteger(value) && value >= 0;
const object = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const player = (one) => object(one) && ["rating", "rd", "vol"].every((key) => Number.isFinite(one[key]) && one[key] > 0);
const sound = ({ tried, players, streak, best }) => object(tried) && object(players) && Object.values(players).every(player) && whole(streak) && whole(best);

let book = read();

function read() {
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(KEY));
  } catch {
    return empty(); // what cannot be read is begun anew
  }
  return object(kept) && kept.version === 1 && sound(kept) ? kept : empty();
}

export const tried = (id) => Object.hasOwn(book.tried, id);
export const playerIn = (unit) => book.players[unit] ?? START;
export const rated = (unit) => Object.hasOwn(book.players, unit);
export function figures() {
  const tries = Object.values(book.tried);
  return { tries: tries.length, right: tries.filter((one) => one === 1).length, streak: book.streak, best: book.best };
}

// Counts a first try; false where this browser keeps nothing (no room, or a private window).
export function note({ id, unit, rating }, right) {
  if (tried(id)) return true;
  const score = Number(right), streak = right ? book.streak + 1 : 0;
  book = {
    ...book,
    tried: { ...book.tried, [id]: score },
    players: { ...book.players, [unit]: period(playerIn(unit), [{ rating, rd: RD, score }]) },
    streak,
    best: Math.max(book.best, streak),
  };
  try {
    localStorage.setItem(KEY, JSON.stringify(book));
    return true;
  } catch {
    return false;
  }
}

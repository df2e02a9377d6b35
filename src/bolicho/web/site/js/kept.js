// Matches in this browser: what Python needs to go on with them, and what a list says of them.
import { dropSeat, keepSeat } from "./basics/api.js";

const BEFORE = "bolicho.match.", MOST = 24;
const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";

export const newName = () => Array.from(crypto.getRandomValues(new Uint8Array(10)), (one) => LETTERS[one % 32]).join("");

function read(table) {
  try {
    return JSON.parse(localStorage.getItem(BEFORE + table));
  } catch {
    return null; // something else stands there
  }
}

/** What a table goes on from; null where nothing is kept. */
export const kept = (table) => read(table)?.kept ?? null;

/** Every match, the newest first: {table, told: {title, over, scores, rival}, at}. */
export function matches() {
  const names = Object.keys(localStorage).filter((key) => key.startsWith(BEFORE)).map((key) => key.slice(BEFORE.length));
  return names.map((table) => ({ table, ...read(table) })).filter(({ at }) => at).sort((one, other) => other.at - one.at);
}

export function keep({ table, seat, told, kept: match }) {
  keepSeat(table, { seat });
  const text = JSON.stringify({ at: Date.now(), told, kept: match });
  for (const old of matches().filter((one) => one.table !== table).slice(MOST - 1)) drop(old.table);
  for (;;) {
    try {
      return localStorage.setItem(BEFORE + table, text);
    } catch (error) {
      const oldest = matches().filter((one) => one.table !== table).at(-1); // the browser has no room left
      if (!oldest) throw error;
      drop(oldest.table);
    }
  }
}

export function drop(table) {
  localStorage.removeItem(BEFORE + table);
  dropSeat(table);
}

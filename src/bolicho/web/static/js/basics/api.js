// Talking to the server over HTTP, what this browser keeps of its tables, and small helpers to build a page.
import { request } from "./server.js";
import { has, t } from "./words.js";

// What went wrong, in the person's language where the page has words for it.
// not-valid and bad-message begin with the field that was refused: "body.name: …".
const field = (message) => message.split(":")[0].split(".").pop();
const first = (message) => message.match(/\d+/)?.[0] ?? ""; // "line 2: …"
export const problemOf = ({ code, message }) =>
  (has(`problem.${code}`) ? t(`problem.${code}`, { message, field: field(message), n: first(message) }) : message);

export class ApiError extends Error {
  constructor(status, fault) {
    super(problemOf(fault));
    Object.assign(this, { status, code: fault.code, where: fault.where });
  }
}

export async function ask(path, { method = "GET", body, token, signal } = {}) {
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  const answer = await request(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  if (answer.status === 204) return null;
  const told = await answer.json().catch(() => null);
  if (!answer.ok) throw new ApiError(answer.status, told?.error ?? { code: String(answer.status), message: answer.statusText });
  return told;
}

// The server cannot write, or cannot reach its store, for a while.
export const WAITING = new Set(["disk-full", "store-away"]);
const PAUSES = [1000, 2000, 4000, 8000];

// A page that only looks waits, says so, and goes on by itself.
export async function get(path, more) {
  for (let tries = 0; ; tries += 1) {
    try {
      const told = await ask(path, more);
      sayWaiting("");
      return told;
    } catch (error) {
      sayWaiting(WAITING.has(error.code) ? error.message : "");
      if (!WAITING.has(error.code)) throw error;
    }
    await new Promise((done) => setTimeout(done, PAUSES[Math.min(tries, PAUSES.length - 1)]));
  }
}

function sayWaiting(text) {
  document.getElementById("store-waiting")?.remove();
  if (text) document.querySelector("main").prepend(element("p", { id: "store-waiting", class: "notice", role: "status" }, text));
}

export const post = (path, body = {}, more) => ask(path, { method: "POST", body, ...more });

// {seat, token, code, withdrawal, invites} of a table at which this browser has a seat; withdrawal is the code that the table shows.
const place = (table) => `bolicho.table.${table}`;
export function seatAt(table) {
  try {
    return JSON.parse(localStorage.getItem(place(table))) ?? null;
  } catch {
    return null;
  }
}
export function keepSeat(table, seat) {
  localStorage.setItem(place(table), JSON.stringify(seat));
}
export const dropSeat = (table) => localStorage.removeItem(place(table));

// element("button", {class: "button", onclick: f, "aria-label": "x"}, "text", child…)
export function element(tag, facts = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(facts)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export const button = (text, onclick, kind = "", facts = {}) =>
  element("button", { type: "button", class: `button ${kind}`.trim(), onclick, ...facts }, text);

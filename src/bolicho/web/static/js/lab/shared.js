// What the pages of the laboratory share: asking with the owner's key, saying states and times.
import { ApiError } from "../basics/api.js";
import { language, number, t } from "../basics/words.js";

const KEY = "bolicho.key";
export const key = () => sessionStorage.getItem(KEY) ?? "";
export const keepKey = (text) => (text ? sessionStorage.setItem(KEY, text) : sessionStorage.removeItem(KEY));

export async function call(path, body) {
  const headers = key() ? { "X-Bolicho-Key": key() } : {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch(path, { method: body === undefined ? "GET" : "POST", headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const told = await answer.json().catch(() => null);
  if (!answer.ok) throw new ApiError(answer.status, told?.error ?? { code: String(answer.status), message: answer.statusText });
  return told;
}

// A job's title names what was chosen as it is typed ("truco: sound, bold · swiss"): here as the form calls it in the reader's language.
export function titleOf(job, form) {
  const labels = new Map((form?.fields ?? []).flatMap(({ choices }) => choices.map(({ value, label }) => [String(value), label[language]])));
  const called = (token) => (labels.get(token) ?? token).replace(` (${token})`, "");
  return job.title.replace(/[^\s,·×→]+?(?=:?(?:[\s,·×→]|$))/g, called);
}

export const ACTIVE = ["queued", "running"];
export const RESUMABLE = ["failed", "cancelled", "interrupted"];
const SIGNS = { queued: "…", running: "▶", done: "✓", failed: "✗", cancelled: "■", interrupted: "‖" };
export const stateOf = (state) => `${SIGNS[state] ?? ""} ${t(`lab.state-${state}`)}`;

export function duration(seconds) {
  const whole = Math.round(seconds);
  if (whole < 60) return `${number(whole)} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

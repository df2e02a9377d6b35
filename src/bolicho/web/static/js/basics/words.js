// The texts of the page, which the server put into it in the person's language.
import { fixed } from "./numbers.js";

const all = JSON.parse(document.getElementById("words")?.textContent || "{}");

export const language = document.documentElement.lang || "pt-BR";

// Every text whose key begins so, by the rest of its key.
export const texts = (start) =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key.startsWith(start)).map(([key, text]) => [key.slice(start.length), text]));

export const has = (key) => key in all;

// t("lobby.playing", {n: 3}); a text that is missing shows its key.
export function t(key, facts = {}) {
  return (all[key] ?? key).replace(/\{(\w+)\}/g, (hole, name) => (name in facts ? String(facts[name]) : hole));
}

export const number = (value, digits = 0, how = {}) => fixed(value, language, digits, how);

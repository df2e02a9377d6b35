// The texts of the page, which the server put into it in the person's language.
import { fixed } from "./numbers.js";

const texts = JSON.parse(document.getElementById("words")?.textContent || "{}");

export const language = document.documentElement.lang || "pt-BR";

export const has = (key) => key in texts;

// t("lobby.playing", {n: 3}); a text that is missing shows its key.
export function t(key, facts = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (hole, name) => (name in facts ? String(facts[name]) : hole));
}

export const number = (value, digits = 0, how = {}) => fixed(value, language, digits, how);

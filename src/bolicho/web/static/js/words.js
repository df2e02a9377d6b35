// The texts of the page, which the server put into it in the person's language.
const texts = JSON.parse(document.getElementById("words")?.textContent || "{}");

export const language = document.documentElement.lang || "pt-BR";

export const has = (key) => key in texts;

// t("lobby.playing", {n: 3}); a text that is missing shows its key.
export function t(key, facts = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (hole, name) => (name in facts ? String(facts[name]) : hole));
}

// As core/numbers.py says them: what is rounded to zero has no sign, and minus is a minus.
export function number(value, digits = 0, { signed = false, grouped = true } = {}) {
  const said = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: grouped, signDisplay: signed ? "exceptZero" : "auto" };
  const zero = Math.abs(value) < 0.5 / 10 ** digits;
  return new Intl.NumberFormat(language, said).format(zero ? 0 : value).replace("-", "−");
}

// Small parts that explanations are drawn with: elements, numbers in the page's language, and bars that are tables.
import { percent as inPercent, significant } from "../basics/numbers.js";

export function el(tag, facts = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(facts)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") made.className = value;
    else if (name === "text") made.textContent = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...inside.flat().filter((one) => one !== null && one !== undefined));
  return made;
}

export const number = significant;
export const percent = (value, language) => inPercent(value, language, value < 0.1 && value > 0 ? 1 : 0);

/** A text by its key, or what stands in for it when nobody has written one. */
export function told(t, key, otherwise, facts) {
  const said = t(key, facts);
  return said === key ? otherwise : said;
}

/**
 * Bars as a table that a screen reader reads: one row a thing, its bar, its number; the chosen one is marked in words too.
 * rows: [{label, text, value, low, high, chosen, more: [texts]}]; heads: titles of label, number and of each `more`.
 */
export function bars(rows, { caption, heads, t, low = null, high = null }) {
  const ends = rows.flatMap((row) => [row.value, row.low ?? row.value, row.high ?? row.value]);
  const least = low ?? Math.min(0, ...ends);
  const most = high ?? Math.max(0, ...ends);
  const span = most - least || 1;
  const share = (value) => (100 * (Math.min(most, Math.max(least, value)) - least)) / span;
  const extra = heads.slice(2);
  const head = el("tr", {},
    el("th", { scope: "col", text: heads[0] }), el("td", { class: "bar-cell" }),
    el("th", { scope: "col", class: "number", text: heads[1] }),
    extra.map((title) => el("th", { scope: "col", class: "number", text: title })));
  const body = rows.map((row) => {
    const fill = el("span", { class: row.value < 0 ? "fill below" : "fill" });
    const from = share(Math.min(0, row.value)), to = share(Math.max(0, row.value));
    fill.style.left = `${from}%`;
    fill.style.width = `${Math.max(to - from, 0.8)}%`;
    const bar = el("span", { class: "bar" }, fill);
    if (row.low !== undefined && row.low !== null) {
      const whisker = el("span", { class: "whisker" });
      whisker.style.left = `${share(row.low)}%`;
      whisker.style.width = `${Math.max(share(row.high) - share(row.low), 0.8)}%`;
      bar.append(whisker);
    }
    const name = el("th", { scope: "row" }, row.node ?? row.label);
    if (row.chosen) name.append(el("span", { class: "tick", "aria-hidden": "true", text: " ✓" }), el("span", { class: "unseen", text: ` (${t("why.chosen")})` }));
    return el("tr", { class: row.chosen ? "chosen" : null }, name,
      el("td", { class: "bar-cell", "aria-hidden": "true" }, bar),
      el("td", { class: "number", text: row.text }),
      extra.map((_, place) => el("td", { class: "number", text: row.more?.[place] ?? "" })));
  });
  return el("div", { class: "bars-box" }, el("table", { class: "bars" }, el("caption", { text: caption }), el("thead", {}, head), el("tbody", {}, body)));
}

/** A level between 0 and 1 with its number in words beside it. */
export function share(part, text, kind = "") {
  const fill = el("span", { class: "fill" });
  fill.style.width = `${100 * Math.min(1, Math.max(0, part))}%`;
  return el("span", { class: `share ${kind}` }, el("span", { class: "bar", "aria-hidden": "true" }, fill), el("span", { class: "number", text }));
}

export function folded(title, ...inside) {
  return el("details", { class: "why-more" }, el("summary", { text: title }), inside);
}

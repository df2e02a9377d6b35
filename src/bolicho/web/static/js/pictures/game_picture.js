// A small picture of a game: a coin, a spade, or the lines and points of its board.
import { element } from "../basics/api.js";
import { symbol } from "../decks/spanish.js";

const SPADE = `<path d="M20 5c6 8 14 11 14 18a7 7 0 0 1-12 4c0 4 1 6 4 8H14c3-2 4-4 4-8a7 7 0 0 1-12-4c0-7 8-10 14-18z" fill="#2a1d12"/>`;

export function gamePicture({ kind, deck, picture: lines }) {
  if (deck === "spanish") return wrap(symbol("o"));
  const holder = document.createElement("template");
  holder.innerHTML = `<svg viewBox="0 0 40 40">${kind === "cards" ? SPADE : board(lines)}</svg>`;
  return wrap(holder.content.firstElementChild);
}

function board(lines) {
  const xs = lines.flatMap(([a, , c]) => [a, c]), ys = lines.flatMap(([, b, , d]) => [b, d]);
  const left = Math.min(...xs), top = Math.max(...ys);
  const span = Math.max(Math.max(...xs) - left, top - Math.min(...ys)) || 1;
  const at = (x, y) => `${(5 + ((x - left) / span) * 30).toFixed(1)} ${(5 + ((top - y) / span) * 30).toFixed(1)}`;
  const edges = lines.map(([a, b, c, d]) => `M${at(a, b)}L${at(c, d)}`).join("");
  const points = new Set(lines.flatMap(([a, b, c, d]) => [at(a, b), at(c, d)]));
  const dots = [...points].map((point) => `M${point}h.1`).join("");
  return `<path d="${edges}" fill="none" stroke="#7a4c2a" stroke-width="1.6"/>
<path d="${dots}" stroke="#2a1d12" stroke-width="5.5" stroke-linecap="round"/>`;
}

function wrap(svg) {
  svg.removeAttribute("role");
  svg.removeAttribute("aria-label");
  svg.setAttribute("aria-hidden", "true");
  return element("span", { class: "icon-art" }, svg);
}

// A card of any deck: its text on white paper, and a back, as SVG elements of 100 x 140.
//   card("12", {label: "twelve"})   <svg role="img" aria-label="twelve">; without a label hidden from screen readers

import { SVG, picture } from "./picture.js";

const WIDE = 62, TALLEST = 58, LETTER = 0.6; // room for the text, its largest size, how wide a letter is of its size

/** Draw a card with its text in the middle, as large as it fits, and small in two corners. */
export function card(text, { label } = {}) {
  const size = Math.min(TALLEST, WIDE / (LETTER * Math.max(text.length, 1)));
  const svg = picture("card plain", `<rect x="1" y="1" width="98" height="138" rx="8" fill="#fffdf6" stroke="#8b7a5c"/><rect x="13" y="19" width="74" height="102" rx="5" fill="#f7efdb" stroke="#cdb684"/>`, label);
  svg.append(written(text, 50, 70, size), written(text, 8, 11, 11, "start"), written(text, 92, 131, 11, "end"));
  return svg;
}

/** Draw the back of a card. */
export const back = ({ label } = {}) => picture("card plain back", `<rect x="1" y="1" width="98" height="138" rx="8" fill="#fffdf6" stroke="#8b7a5c"/><rect x="7" y="7" width="86" height="126" rx="5" fill="#1f5f45"/><path d="M50 20L80 70L50 120L20 70Z" fill="none" stroke="#e8b84e" stroke-width="3"/><path d="M50 42L66 70L50 98L34 70Z" fill="#e8b84e"/>`, label);

// Texts come from games of guests: they are never read as markup.
function written(text, x, y, size, anchor = "middle") {
  const made = document.createElementNS(SVG, "text");
  const facts = { x, y, "font-size": size.toFixed(1), "text-anchor": anchor, "dominant-baseline": "central", "font-family": "Georgia, serif", "font-weight": 700, fill: "#2a1d12" };
  for (const [name, value] of Object.entries(facts)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}

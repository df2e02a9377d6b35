// What decks drawn by code share: an SVG element of 100 x 140.

export const SVG = "http://www.w3.org/2000/svg";

/** Draw a picture; without a label it is hidden from screen readers. */
export function picture(names, inside, label) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 140");
  svg.setAttribute("class", names);
  svg.setAttribute("focusable", "false");
  if (label) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
  } else {
    svg.setAttribute("aria-hidden", "true");
  }
  svg.innerHTML = inside;
  return svg;
}

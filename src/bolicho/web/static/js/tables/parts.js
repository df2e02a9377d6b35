// Small things that the drawings of tables share.
import { faceOf } from "../pictures/faces.js";

export const who = (view, seat) => view.seats?.[seat]?.name || `${seat + 1}`;
/** The face of the agent at a seat, as a list of one; people and empty seats have none. */
export function portrait(view, seat) {
  const one = view.seats?.[seat];
  if (one?.kind !== "agent" || !one.agent) return [];
  const face = faceOf(one);
  face.classList.add("seat-face");
  return [face];
}

/** What is typed for each move, as the face of the game has it. */
export const letters = (moves) => Object.fromEntries(moves.map(({ move, key }) => [move, key]));
export const contractName = (t, contract) => t(`named.${contract}`);
export const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");

export function badge(sign, meaning, names) {
  const mark = el("span", `badge ${names}`);
  mark.title = meaning;
  const picture = el("span", "", sign);
  picture.setAttribute("aria-hidden", "true");
  mark.append(picture, el("span", "unseen", ` ${meaning} `));
  return mark;
}

/** A button that may or may not be pressed now; of those that play a move the caller says so in the class (`legal`). */
export function pressable(names, label, can, press) {
  const button = el("button", names);
  button.type = "button";
  button.setAttribute("aria-label", label);
  if (!can) button.setAttribute("aria-disabled", "true");
  button.addEventListener("click", () => can && press());
  return button;
}

export function el(kind, names = "", text = "") {
  const made = document.createElement(kind);
  if (names) made.className = names;
  if (text !== "") made.textContent = text;
  return made;
}

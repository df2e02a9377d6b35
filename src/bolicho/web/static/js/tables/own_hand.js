// The own hand of a card table: which card may be laid now, open or face down, by a click or by its key.
import { button } from "../basics/api.js";

/** `place` holds the cards as buttons with `data-card`; `draw(view)` draws the table again when cards are turned. */
export function ownHand(place, label, { act, draw }) {
  let shown = null, down = false;
  const turned = button(label, turn, "small facedown", { "aria-keyshortcuts": "v", hidden: true });

  function turn() {
    down = !down;
    draw(shown);
  }

  /** The move that lays a card; null where it may not be laid. */
  function legal(face) {
    const wanted = down ? `(${face})` : face;
    return (shown.moves ?? []).some(({ move }) => move === wanted) ? wanted : null;
  }

  function play(face) {
    const move = legal(face);
    if (!move) return;
    down = false;
    act(move);
  }

  function follow(view) {
    shown = view;
    turned.hidden = !(view.moves ?? []).some(({ move }) => move.startsWith("("));
    down &&= !turned.hidden;
    turned.setAttribute("aria-pressed", String(down));
  }

  function key(event) {
    if (!shown?.state || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key.toLowerCase() === "v" && !turned.hidden) {
      turn();
      return true;
    }
    const face = place.children[Number(event.key) - 1]?.dataset.card;
    if (!face || !legal(face)) return false;
    play(face);
    return true;
  }

  return { turned, legal, play, follow, key, get down() { return down; } };
}

/** Draw again only what changed, so that focus stays and a card lands once. */
export function renew(place, key, make) {
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.replaceChildren(...make());
}

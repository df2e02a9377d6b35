// Any card game: the others above, the round in the middle with those before it, the own hand below as buttons.
// It draws `state.scene` and what the face of the game says; nothing here knows which game it is.
import { element } from "../basics/api.js";
import * as french from "../decks/french.js";
import * as plain from "../decks/plain.js";
import * as spanish from "../decks/spanish.js";
import { ownHand, renew } from "./own_hand.js";
import { portrait, signed } from "./parts.js";

export { letters } from "./parts.js";
export const draws = ["card"];
export const styles = ["cards.css"];

const DECKS = { french, spanish };
const HIDDEN = "(?)", PAST = 6, MANY = 7;
const bare = (card) => card.replace(/^\((.*)\)$/, "$1");
const cardsOf = (scene) => scene.rounds.flatMap((round) => round.cards);

// A finished round stays a while, and so does a word that was said.
export function hold(view) {
  const said = view.told?.history?.at(-1), scene = view.state?.scene;
  if (!said || !scene) return 0;
  if (!laidBy(scene, said)) return 1000;
  return scene.rounds.at(-1)?.done ? 1300 : 600;
}

const laidBy = (scene, { seat, move }) => cardsOf(scene).some((one) => one.seat === seat && one.card === move);

export function create(root, { t, act, settings, language }) {
  let landed = { unit: null, count: 0 };
  const say = (key, facts) => t(`cards.${key}`, facts);
  const others = element("div", { class: "others" });
  const up = element("div", { class: "up", role: "group", "aria-label": say("up") });
  const now = element("div", { class: "now", role: "group", "aria-label": say("round") });
  const taken = element("p", { class: "taken" });
  const past = element("ol", { class: "past", "aria-label": say("past") });
  const standing = element("ul", { class: "standing" });
  const head = element("div", { class: "who" });
  const hand = element("div", { class: "hand", role: "group", "aria-label": say("hand") });
  const own = ownHand(hand, say("facedown"), { act, draw: update });
  const middle = element("div", { class: "middle" }, element("div", { class: "lying" }, up, now), taken, past, standing);
  root.classList.add("cards-table");
  root.append(others, middle, element("section", { class: "own" }, head, hand, own.turned));

  function picture(view, face, named) {
    const code = bare(face), deck = DECKS[view.deck], label = named ? nameOf(view, code) : undefined;
    if (face === HIDDEN) return plain.back({ label: named && say("back") });
    try {
      return deck ? deck.card(code, { language }) : plain.card(code, { label });
    } catch {
      return plain.card(code, { label }); // a card that this deck has not
    }
  }

  // What a card is called: as the moves offer it, or as the deck has it.
  function nameOf(view, code) {
    const offered = (view.moves ?? []).find(({ move }) => move === code)?.text;
    return offered ?? DECKS[view.deck]?.name?.(code, language) ?? code;
  }

  function update(view) {
    own.follow(view);
    const scene = view.state?.scene, me = view.seat ?? view.state?.seat ?? 0;
    root.classList.toggle("waiting", !view.state);
    root.classList.toggle("bare", Boolean(view.state) && !scene);
    const order = view.seats.map((_, step) => (Math.max(me, 0) + step) % view.seats.length);
    renew(others, JSON.stringify([order, view.seats, view.scores, view.turn, view.hands, scene, view.told?.history?.length]), () => order.slice(1).map((seat) => seatBox(view, scene, seat)));
    head.replaceChildren(...plate(view, scene, order[0]));
    head.classList.toggle("turn", view.turn === order[0]);
    standing.replaceChildren(...(view.told?.standing ?? []).map((line) => element("li", {}, line)));
    if (!scene) return [up, now, past, hand].forEach((place) => renew(place, "", () => []));
    renew(up, scene.up.join(" "), () => scene.up.map((face) => element("span", { class: "card" }, picture(view, face, true))));
    lay(view, scene);
    hand.classList.toggle("many", scene.counts[order[0]] > MANY);
    if (view.seat === null || view.seat === undefined) looked(view, scene, order[0]);
    else mine(view, scene);
  }

  // Name, marks, points (where the page does not keep the score) and the word just said.
  function plate(view, scene, seat) {
    const who = seat === view.seat ? say("you") : view.seats[seat]?.name ?? "";
    const chips = [scene?.marks?.[seat], seat === view.seat ? view.told?.own : "", view.target === null ? signed(view.scores?.[seat] ?? 0) : ""];
    const word = lastWord(view, scene, seat);
    return [...portrait(view, seat), element("strong", {}, who), ...chips.filter(Boolean).map((text) => element("span", { class: "chip" }, text)), word ? element("span", { class: "said" }, word.text) : null].filter(Boolean);
  }

  function lastWord(view, scene, seat) {
    const history = view.told?.history ?? [], at = history.findLastIndex((one) => one.seat === seat);
    const fresh = at >= 0 && at >= history.length - view.seats.length;
    return fresh && !(scene && laidBy(scene, history[at])) ? history[at] : null;
  }

  function seatBox(view, scene, seat) {
    const open = view.hands?.[seat], count = scene?.counts?.[seat] ?? 0;
    const backs = () => element("span", { class: "backs", role: "img", "aria-label": say("holds", { n: count }) }, Array.from({ length: count }, () => element("i")));
    const cards = open ? element("span", { class: "open" }, open.map((face) => element("span", { class: "card" }, picture(view, face, true)))) : backs();
    const names = `seat${view.turn === seat ? " turn" : ""}`;
    return element("section", { class: names, "aria-label": view.seats[seat]?.name ?? "" }, element("div", { class: "who" }, plate(view, scene, seat)), cards);
  }

  function lay(view, scene) {
    const count = cardsOf(scene).length, round = scene.rounds.at(-1), before = scene.rounds.slice(0, -1);
    const fresh = landed.unit === view.unit && settings?.speed !== "instant" ? count - landed.count : 0;
    landed = { unit: view.unit, count };
    const laid = round?.cards ?? [];
    renew(now, JSON.stringify([view.unit, scene.rounds.length, round]), () => laid.map((one, at) => spot(view, round, one, at >= laid.length - fresh)));
    taken.textContent = round?.done && round.winner !== null ? say(round.winner === view.seat ? "takes-you" : "takes", { name: called(view, round.winner) }) : "";
    renew(past, JSON.stringify([view.unit, before]), () => before.slice(-PAST).map((one) => pastRound(view, one)));
    past.hidden = !before.length;
  }

  const called = (view, seat) => (seat === view.seat ? say("you") : view.seats[seat]?.name ?? "");

  function spot(view, round, { seat, card }, fresh) {
    const lost = round.done && round.winner !== null && round.winner !== seat;
    const names = ["spot", fresh ? "fresh" : "", round.done && round.winner === seat ? "won" : "", lost ? "lost" : "", bare(card) !== card && card !== HIDDEN ? "down" : ""];
    return element("figure", { class: names.filter(Boolean).join(" ") }, element("span", { class: "card" }, picture(view, card, true)), element("figcaption", {}, called(view, seat)));
  }

  function pastRound(view, round) {
    const cards = round.cards.map(({ seat, card }) => element("span", { class: round.winner === seat ? "card won" : "card", title: called(view, seat) }, picture(view, card, true)));
    return element("li", {}, element("span", { class: "pile" }, cards), round.winner === null ? null : element("span", { class: "by" }, called(view, round.winner)));
  }

  function mine(view, scene) {
    const asked = (view.moves ?? []).length > 0;
    renew(hand, `${view.unit} ${scene.hand.join(" ")}`, () => scene.hand.map((face, at) => ownCard(view, face, at)));
    for (const one of hand.children) {
      const face = one.dataset.card, may = own.legal(face) !== null;
      one.classList.toggle("legal", may);
      one.classList.toggle("down", own.down);
      one.classList.toggle("idle", !may && asked);
      one.setAttribute("aria-disabled", String(!may));
      const label = nameOf(view, face);
      one.setAttribute("aria-label", own.down ? say("down", { card: label }) : label);
    }
  }

  function ownCard(view, face, at) {
    const key = at < 9 ? String(at + 1) : null;
    const made = element("button", { type: "button", class: "card", onclick: () => own.play(face), "data-card": face, "aria-keyshortcuts": key }, element("span", { class: "art", "aria-hidden": "true" }, picture(view, face)));
    if (key) made.append(element("kbd", { "aria-hidden": "true" }, key));
    return made;
  }

  // Who looks on sees backs, or the faces where the view may show them.
  function looked(view, scene, seat) {
    const faces = view.hands?.[seat] ?? (scene.hand.length ? scene.hand : Array(scene.counts[seat] ?? 0).fill(HIDDEN));
    renew(hand, `seen ${faces.join(" ")}`, () => faces.map((face) => element("span", { class: "card" }, picture(view, face, true))));
  }

  function destroy() {
    root.classList.remove("cards-table", "waiting", "bare");
    root.replaceChildren();
  }

  return { update, key: own.key, destroy };
}

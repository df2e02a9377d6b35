// The Rikken table: four seats around the felt (own below), auction, trump, asked card, tricks, scores (docs/web/drawings.md).
import { card, suit, suitName, name as cardName } from "../decks/french.js";
import { badge, contractName, el, portrait, pressable, signed, who } from "./parts.js";
import { auctionHeard, calls, CONTRACTS, seen } from "./rikken_auction.js";
import { pastTrick, played, review, scores, trickOn } from "./rikken_tricks.js";

export const draws = ["card", "bid", "trump", "ask"];
export const styles = ["rikken.css"];
export const keepsScore = true;

const PLACES = ["south", "west", "north", "east"];
const ORDER = "shcd"; // black and red by turns, so that neighbouring suits are told apart
const WIDE = 704; // pixels; rikken.css changes there too (44rem)
const LYING = matchMedia("(min-width: 560px) and (max-height: 480px)"); // a phone held sideways, as in rikken.css
const RANKS = "AKQJT98765432";
/** A finished trick stays to be looked at; an answer in the auction a little. */
export function hold(view, next) {
  const now = view.state, then = next?.state;
  if (!now || !then) return 0;
  if (fresh(now) && (now.tricks.length !== then.tricks.length || !fresh(then))) return 1200;
  return played(view) === played(next) ? 0 : 550;
}

const fresh = (state) => state.tricks?.length > 0 && !state.current?.cards.length;

export function create(root, ctx) {
  const t = (key, facts) => ctx.t(`rikken.${key}`, facts);
  let shown = null; // the view that is drawn
  const broad = () => root.clientWidth >= WIDE || LYING.matches;
  let wide = broad();
  const watch = new ResizeObserver(() => {
    if (wide === broad()) return;
    wide = !wide;
    if (shown) update(shown);
  });
  watch.observe(root);
  let looking = null; // which finished trick is looked at, null for the last

  function update(view) {
    const before = shown;
    const focus = root.contains(document.activeElement) ? document.activeElement.dataset.key ?? "" : null;
    const open = [...root.querySelectorAll("details[open]")].map((fold) => fold.className);
    if (before?.unit !== view.unit || before?.state?.tricks?.length !== view.state?.tricks?.length) looking = null;
    shown = view;
    root.replaceChildren(view.state ? table(ctx, t, view, before, act, wide) : el("p", "rikken-wait", t("waiting")));
    for (const fold of root.querySelectorAll("details")) fold.open = open.includes(fold.className);
    drawReview();
    if (focus !== null) refocus(focus);
  }

  function act(move) {
    if (shown.moves?.some((legal) => legal.move === move)) ctx.act(move);
  }

  function drawReview() {
    const place = root.querySelector(".rikken-review");
    if (!place) return;
    const { tricks } = shown.state;
    const at = looking ?? tricks.length - 1;
    const turn = (step, key) => {
      const there = at + step;
      const button = pressable("button", t(key), there >= 0 && there < tricks.length, () => {
        looking = there;
        drawReview();
        root.querySelector(`[data-key="${key}"]`)?.focus();
      });
      button.dataset.key = key;
      button.textContent = step < 0 ? "‹" : "›";
      button.setAttribute("aria-label", t(key));
      return button;
    };
    const bar = el("div", "rikken-review-bar");
    bar.append(turn(-1, "review-before"), el("span", "", t("review-at", { number: at + 1, count: tricks.length })), turn(1, "review-after"));
    place.querySelector(".rikken-review-inside").replaceChildren(bar, pastTrick(ctx, t, shown, at));
  }

  function refocus(key) {
    const again = key && root.querySelector(`[data-key="${CSS.escape(key)}"]`);
    const first = again || root.querySelector(".rikken-calls .legal, .rikken-hand .legal") || root.querySelector(".rikken-hand");
    first?.focus({ preventScroll: true });
  }

  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const choices = [...root.querySelectorAll(".rikken-calls .legal, .rikken-hand .legal")];
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step && choices.length) {
      const at = choices.indexOf(document.activeElement);
      choices[at < 0 ? (step > 0 ? 0 : choices.length - 1) : (at + step + choices.length) % choices.length].focus();
      return true;
    }
    if (event.key.toLowerCase() === "l" && root.querySelector(".rikken-review")) {
      const review = root.querySelector(".rikken-review");
      review.open = !review.open;
      return true;
    }
    if (event.key.toLowerCase() === "p" && shown?.moves?.some(({ move }) => move === "pas")) {
      ctx.act("pas");
      return true;
    }
    return false;
  }

  function destroy() {
    watch.disconnect();
    root.replaceChildren();
  }

  return { update, key, destroy };
}

/* ── the whole table ─────────────────────────────────────────────────────────────────────────────────────────────── */

/** On a wide felt the choices in words lie in its middle, else below the cards; they never cover anything. */
function table(ctx, t, view, before, act, wide) {
  const { state } = view;
  const me = view.seat ?? Math.max(0, state.seat ?? 0);
  const place = (seat) => PLACES[(seat - me + 4) % 4];
  const whole = el("section", `rikken phase-${state.phase}`);
  whole.setAttribute("aria-label", t("table"));
  const felt = el("div", "rikken-felt");
  for (const step of [1, 2, 3]) felt.append(seatPlate(ctx, t, view, (me + step) % 4, place));
  const middle = el("div", "rikken-middle");
  const choices = calls(ctx, t, view, act);
  if (state.phase === "play" || state.tricks?.length) middle.append(trickOn(ctx, t, view, before, place));
  else if (!choices) middle.append(auctionHeard(t, view));
  if (choices && wide) middle.append(choices);
  felt.append(middle, seatPlate(ctx, t, view, me, place));
  const board = el("div", "rikken-board");
  board.append(felt, ownHand(ctx, t, view, me, act));
  if (choices && !wide) board.append(choices);
  whole.append(strip(ctx, t, view), board);
  const below = el("div", "rikken-below");
  if (state.tricks?.length) below.append(review(t));
  below.append(scores(t, view, me));
  whole.append(below);
  return whole;
}

/** What is being played: contract, goal, trump, asked card, partner; always in view. */
function strip(ctx, t, view) {
  const { state } = view;
  const line = el("dl", "rikken-strip");
  const fact = (label, content, names = "") => {
    const box = el("div", `fact ${names}`);
    const value = el("dd");
    value.append(...[content].flat());
    box.append(el("dt", "", label), value);
    line.append(box);
  };
  if (!state.contract) {
    const best = [...(state.auction ?? [])].reverse().find(([, said]) => said !== "pas");
    const facts = best && { contract: contractName(t, best[1]), who: who(view, best[0]) };
    fact(t("auction"), state.phase === "over" ? t("passed-out") : best ? t("highest", facts) : t("no-bid"), "wide");
  } else {
    const [group, low, high, value] = CONTRACTS[state.contract];
    const goal = low === 13 ? "goal-all" : low === 0 ? "goal-none" : low === high ? "goal-exact" : "goal-least";
    const partner = group !== "partner" ? t("alone") : state.partner === null || state.partner === undefined ? t("partner-secret")
      : state.partner === view.seat ? t("partner-you") : t("partner-is", { who: who(view, state.partner) });
    const open = seen(state.contract);
    const told = el("small", "", [t(goal, { low }), t("worth", { value }), partner, open && t(open)].filter(Boolean).join(" · "));
    fact(t("contract"), [t("plays", { who: who(view, state.declarer), contract: contractName(t, state.contract) }), told], "wide");
    const none = state.phase === "trump" ? t("trump-open") : t("no-trump");
    fact(t("trump"), state.trump ? [suit(state.trump), el("span", "long", ` ${suitName(state.trump, ctx.language)}`), el("span", "unseen", suitName(state.trump, ctx.language))] : none);
    if (state.asked) fact(t("asked"), named(ctx, state.asked));
    const side = [state.declarer, state.partner].filter((seat) => seat !== null && seat !== undefined);
    const count = side.reduce((sum, seat) => sum + (state.won?.[seat] ?? 0), 0);
    fact(t("tricks"), String(count));
  }
  if (state.revoked !== null && state.revoked !== undefined) fact("!", t("revoked", { who: who(view, state.revoked) }));
  return line;
}

/** A card in a line: its sign, and its name where there is room. */
function named(ctx, code) {
  const sign = el("span", "short");
  sign.setAttribute("aria-hidden", "true");
  sign.append(code[0] === "T" ? "10" : code[0], suit(code[1]));
  return [sign, el("span", "long", ` ${cardName(code, ctx.language)}`)];
}

/* ── seats ───────────────────────────────────────────────────────────────────────────────────────────────────────── */

function seatPlate(ctx, t, view, seat, place) {
  const { state } = view;
  const turn = view.turn === seat && !state.over && state.phase !== "over";
  const box = el("div", `rikken-seat at-${place(seat)}${turn ? " turn" : ""}`);
  const plate = el("div", "plate");
  const title = el("div", "who");
  if (turn) title.append(badge("▸", t("to-move"), "mark-turn"));
  title.append(...portrait(view, seat), el("span", "name", who(view, seat)));
  if (seat === state.dealer) title.append(badge("D", t("dealer"), "mark-dealer"));
  if (seat === state.declarer) title.append(badge("★", t("declarer"), "mark-declarer"));
  if (seat === state.partner) title.append(badge("☆", t("partner"), "mark-partner"));
  plate.append(title);
  const held = handOf(view, seat)?.length ?? left(state, seat);
  const facts = el("div", "facts");
  if (state.contract) facts.append(el("span", "won", t(state.won[seat] === 1 ? "tricks-one" : "tricks-many", { count: state.won[seat] })));
  const points = view.scores?.[seat] ?? state.score[seat];
  facts.append(el("span", "points", t(Math.abs(points) === 1 ? "points-one" : "points-many", { count: signed(points) })));
  if (view.seats?.[seat]?.present === false && view.seats[seat].kind === "person") facts.append(el("span", "away", t("away")));
  if (place(seat) !== "south") facts.append(el("span", "held", t(held === 1 ? "cards-one" : "cards-many", { count: held })));
  plate.append(facts);
  const bid = !state.contract && lastSaid(state, seat);
  if (bid) plate.append(el("div", `said${bid === "pas" ? " passed" : ""}`, bid === "pas" ? t("said-pas") : contractName(t, bid)));
  box.append(plate);
  if (place(seat) !== "south") box.append(handOf(view, seat) ? openHand(ctx, t, view, seat) : backs(held));
  return box;
}

/** The cards of a seat, when they are known: own, laid open, or all shown. */
function handOf(view, seat) {
  const { state, hands } = view;
  if (Array.isArray(hands?.[seat])) return hands[seat];
  if (Array.isArray(state.hand) && seat === (state.seat ?? view.seat)) return state.hand;
  return Array.isArray(state.open_hands?.[seat]) ? state.open_hands[seat] : null;
}

const left = (state, seat) => state.counts?.[seat] ?? 13 - state.tricks.length;

const lastSaid = (state, seat) => [...(state.auction ?? [])].reverse().find(([from]) => from === seat)?.[1];

function backs(count) {
  const fan = el("div", "backs");
  fan.setAttribute("aria-hidden", "true");
  for (let each = 0; each < count; each += 1) fan.append(el("i"));
  return fan;
}

/** A hand that lies open, by suits, as bridge diagrams have it: readable on the smallest phone. */
function openHand(ctx, t, view, seat) {
  const box = el("div", "open-hand");
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", t("hand-of", { who: who(view, seat) }));
  for (const of of ORDER) {
    const line = el("div", `suit-${of}`);
    const ranks = handOf(view, seat).filter((code) => code[1] === of).map((code) => (code[0] === "T" ? "10" : code[0]));
    line.append(suit(of), el("span", "unseen", `${suitName(of, ctx.language)}: ${ranks.length ? "" : t("empty-suit")}`), el("span", "", ranks.join(" ") || "–"));
    box.append(line);
  }
  return box;
}

/* ── own hand ────────────────────────────────────────────────────────────────────────────────────────────────────── */

function ownHand(ctx, t, view, me, act) {
  const held = handOf(view, me);
  const hand = el("div", "rikken-hand");
  hand.setAttribute("role", "group");
  hand.tabIndex = -1;
  hand.setAttribute("aria-label", me === view.seat ? t("hand") : t("hand-of", { who: who(view, me) }));
  if (!held) {
    hand.append(backs(left(view.state, me)));
    return hand;
  }
  const legal = new Set((view.moves ?? []).filter(({ kind }) => kind === "card").map(({ move }) => move));
  const sorted = [...held].sort((a, b) => ORDER.indexOf(a[1]) - ORDER.indexOf(b[1]) || RANKS.indexOf(a[0]) - RANKS.indexOf(b[0]));
  hand.classList.toggle("choosing", legal.size > 0);
  hand.classList.toggle("few", sorted.length <= 7);
  for (const code of sorted) {
    const button = pressable(`hand-card${legal.has(code) ? " legal" : ""}`, cardName(code, ctx.language), legal.has(code), () => act(code));
    button.dataset.key = code;
    if (!legal.has(code)) button.tabIndex = -1;
    button.append(card(code));
    hand.append(button);
  }
  return hand;
}

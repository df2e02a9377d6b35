// What is told between hands and after a match, and why agents did what they did.
import { button, copyText, element, get } from "../basics/api.js";
import { lobbyPage, minePage } from "../basics/places.js";
import { handText, shareButton } from "./share.js";

const LIVE = 4;

export function betweenPanel(root, view, tools) {
  const { t, go, why } = tools;
  const explained = view.mode === "learning" && withAgents(view);
  root.replaceChildren(
    element("h2", {}, t("table.hand-done"), element("small", {}, scoreOf(view, tools))),
    ...told(view),
    element("p", { class: "row" },
      button(t("table.next-hand"), go, "primary"),
      explained ? button(t("table.why-open"), why) : null,
      ...copyHand(view, tools)),
  );
}

export function overPanel(root, view, tools) {
  const { t, table, seat, rematch, asked, why } = tools;
  const key = `${view.record}.${asked}.${Boolean(view.next)}`;
  if (root.dataset.over === key) return;
  root.dataset.over = key;
  const person = view.seat !== null, waits = asked && !view.next;
  const again = waits ? "table.rematch-asked" : view.next && !asked ? "table.rematch-join" : "table.rematch";
  const questions = element("div", { class: "questionnaire" });
  root.replaceChildren(
    element("h2", {}, t(person && view.result?.winner === view.seat ? "table.you-won" : "table.over")),
    element("p", {}, view.result?.text ?? ""),
    ...told(view),
    ...(seat?.study || seat?.room ? [] : [element("p", { class: "row" },
      person ? button(t(again), () => waits || rematch(), "primary", { "aria-disabled": String(waits) }) : null,
      view.record ? element("a", { class: "button", href: `/replay/${view.record}` }, t("table.replay")) : null,
      view.record && view.reviewed ? element("a", { class: "button", href: `/replay/${view.record}?review` }, t("table.review")) : null,
      withAgents(view) ? button(t("table.why-open"), why) : null,
      ...copyHand(view, tools),
      person && minePage ? element("a", { class: "button", href: minePage }, t("table.mine")) : null,
      element("a", { class: "button", href: lobbyPage() }, t("table.lobby")))]),
    ...(seat?.withdrawal ? [withdrawal(seat, t)] : []),
    questions,
    ...(seat?.study ? [element("p", { class: "row" }, element("a", { class: "button primary", href: "/study", id: "study-on" }, t("study.onward")))] : []),
  );
  if (!person || !withAgents(view) || !seat?.token || seat.room) return;
  import("./questionnaire.js").then(({ ask }) => ask(questions, { t, table, token: seat.token, view })).catch(console.warn);
}

// The code that deletes a match; that of a study deletes all of its matches.
export function withdrawal({ withdrawal: code, study }, t) {
  const done = element("span", { role: "status" });
  const copy = async () => (done.textContent = (await copyText(code)) ? t("table.copied") : "");
  const where = element("a", { class: "button small link", href: "/people" }, t("table.withdrawal-where"));
  const parts = [element("code", {}, code), button(t("table.copy"), copy, "small"), done, where];
  return element("p", { class: "quiet" }, t(study ? "study.code" : "table.withdrawal"), parts.flatMap((part) => [" ", part]));
}

// The hand that just ended, as text; of one that was broken off there is nothing to send.
function copyHand(view, tools) {
  return view.last?.told?.history?.length ? shareButton({ title: "Bolicho", text: handText(view, tools) }, tools.t("share.copy-hand"), "") : [];
}

const withAgents = (view) => view.seats.some((one) => one.kind === "agent");

function scoreOf(view, { nameOf, t }) {
  if (!view.target) return "";
  const scores = view.last?.scores ?? view.scores;
  return t("table.score-now", { score: view.seats.map(({ seat }) => `${nameOf(view, seat)} ${scores[seat]}`).join(" × ") });
}

function told(view) {
  const unfinished = view.over && view.last?.unit !== view.unit;
  const lines = unfinished ? [] : view.last?.told?.summary ?? [];
  return lines.length ? [element("ul", { class: "told" }, lines.map((line) => element("li", {}, line)))] : [];
}

// Decisions of one unit, from the server or (tables of agents) out of the view.
export async function whyPanel(root, { t, nameOf, table, token, unit, view, decisions }) {
  let found = decisions?.slice(-LIVE), dealt = null;
  if (!found) {
    root.replaceChildren(element("p", { class: "quiet" }, t("table.loading")));
    try {
      ({ decisions: found, hands: dealt } = await get(`/api/tables/${table}/why?unit=${unit}`, { token }));
    } catch (error) {
      root.replaceChildren(element("p", { class: "error" }, error.message));
      return;
    }
  }
  const key = `${unit}.${found.length}.${found.at(-1)?.ply}`;
  if (root.dataset.key === key && root.querySelector("details")) return;
  root.dataset.key = key;
  const parts = found.map((decision) => explained(decision, view, t));
  if (decisions) parts.at(-1).open = true;
  else if (!found.length) parts.push(element("p", { class: "quiet" }, t("table.no-why")));
  root.replaceChildren(...cardsOf(view, dealt, { t, nameOf }), ...parts);
}

function explained(decision, view, t) {
  const picture = element("div"), said = element("strong", {}, `${decision.name}: ${decision.text}`);
  const summary = element("span", {}, said, decision.sentence ? ` — ${decision.sentence}` : "");
  const more = element("details", {}, element("summary", {}, summary), picture);
  more.addEventListener("toggle", () => more.open && !picture.childElementCount && draw(picture, decision, view, t));
  return more;
}

async function draw(root, decision, view, t) {
  const { drawWhy } = await import("../why/why.js");
  const { deck, language } = view;
  await drawWhy(root, decision, { deck, language, words: t, t, state: decision.state ?? view.state });
  root.querySelector(".why-sentence")?.remove(); // it stands above already
}

// The cards that were dealt, small, in games played with our Spanish deck.
function cardsOf(view, dealt, { t, nameOf }) {
  if (view.deck !== "spanish" || !Array.isArray(dealt)) return [];
  const box = element("div", { class: "hands" });
  import("../decks/spanish.js").then(({ card }) => {
    box.append(...dealt.flatMap((held, who) => held === null ? [] : element("figure", {},
      element("figcaption", {}, who === view.seat ? t("table.held-own") : t("table.held", { name: nameOf(view, who) })),
      element("span", { class: "row" }, held.map((one) => card(one, { language: view.language }))))));
  });
  return [box];
}

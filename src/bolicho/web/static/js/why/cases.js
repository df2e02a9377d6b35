// Hands that were remembered: how each action and each cluster voted, and the nearest cases with their cards and likeness.
import { fixed } from "../basics/numbers.js";
import { bars, el, folded, number, percent, share, told } from "./parts.js";

const TALLY = /^(\d+) \((\d+) ?%, ([+−-]?\d+)\)$/; // older records have "75%" and "-3"
const CARD_FACTS = /^(high|medium|low|mine_\d|theirs_\d)$/;

export function drawCases(root, decision, ctx) {
  const { t, language } = ctx;
  const facts = decision.why.facts ?? {};
  const actions = tallies(facts.actions) ?? parsed(facts.votes);
  if (Object.keys(actions).length) root.append(votes(actions, facts.action, "why.votes", (name) => actionName(name, t), ctx));
  const clusters = tallies(facts.clusters) ?? {};
  if (Object.keys(clusters).length > 0 && Object.keys(clusters)[0] !== "-1") {
    const chosen = facts.cluster === null || facts.cluster === undefined ? null : String(facts.cluster);
    root.append(votes(clusters, chosen, "why.clusters", (name) => t("why.cluster", { n: Number(name) + 1 }), ctx));
  }
  const list = el("ol", { class: "cases" });
  const rows = new Map();
  for (const one of facts.cases) {
    const row = caseRow(one, ctx);
    rows.set(one.case, row);
    list.append(row.item);
  }
  const about = t(facts.source ? "why.cases-about" : "why.cases-learned", { base: facts.base ?? "", source: told(t, `why.source.${facts.source}`, facts.source ?? ""), found: facts.found ?? facts.cases.length, threshold: percent(facts.threshold ?? 0, language) });
  root.append(el("h3", { text: t("why.cases") }), el("p", { class: "quiet", text: about }), list);
  if (facts.passed?.length) root.append(passed(facts.passed, ctx));
  if (rows.size && facts.base) fillCards(rows, facts.base, ctx);
}

function votes(tally, chosen, title, nameOf, { t, language }) {
  const rows = Object.entries(tally).map(([name, one]) => ({
    label: nameOf(name),
    value: one.cases,
    text: fixed(one.cases, language),
    chosen: name === chosen,
    more: [percent(one.cases ? one.wins / one.cases : 0, language), fixed(one.points, language, 0, { signed: true })],
  }));
  return bars(rows, { caption: t(title), heads: [t(`${title}-head`), t("why.head-cases"), t("why.head-won"), t("why.head-points")], t });
}

function caseRow(one, ctx) {
  const { t, language } = ctx;
  const cards = el("span", { class: "case-cards" });
  const story = el("ul", { class: "story" });
  const result = el("span", { class: one.won ? "won" : "lost", text: t(one.won ? "why.won" : "why.lost", { points: fixed(one.points, language, 0, { signed: true }) }) });
  const line = el("div", { class: "case-line" },
    el("span", { class: "case-number", text: t("why.case", { n: one.case }) }), cards,
    el("span", { class: "case-did" }, el("span", { class: "did", text: actionName(one.action, t) }), " ", result),
    share(one.similarity, t("why.alike", { share: percent(one.similarity, language) }), "alike"));
  const more = folded(t("why.case-more"), one.parts ? parts(one.parts, ctx) : attributes(one.attributes ?? {}, ctx), story);
  return { item: el("li", { class: "case" }, line, more), cards, story };
}

function parts(found, { t, language }) {
  const rows = Object.entries(found).map(([name, share]) => ({ label: attributeName(name, t), value: share, text: percent(share, language) }));
  return bars(rows, { caption: t("why.parts"), heads: [t("why.head-part"), t("why.head-alike")], t, low: 0, high: 1 });
}

function attributes(found, { t, language }) {
  const rows = Object.entries(found).filter(([name]) => !CARD_FACTS.test(name)).map(([name, value]) =>
    el("tr", {}, el("th", { scope: "row", text: attributeName(name, t) }),
      el("td", { class: "number", text: value === null ? "–" : name === "mano" || name.startsWith("won_") || name.endsWith("_by") ? t(`why.who.${value}`) : number(value, language) })));
  return rows.length ? el("table", { class: "facts" }, el("caption", { text: t("why.attributes") }), el("tbody", {}, rows)) : null;
}

function passed(before, { t, language }) {
  const lines = before.map((one) => {
    const about = told(t, `why.question.${one.question}`, one.question);
    const call = one.call ? ` (${told(t, `why.action.${one.call}`, one.call)})` : "";
    return el("li", { text: t("why.passed-line", { question: about + call, action: actionName(one.action, t), close: number(one.close ?? 0, language) }) });
  });
  return folded(t("why.passed"), el("ul", { class: "story" }, lines));
}

/** Ask the server for the cards of the cases, and draw them small; a base of somebody's own has none to show. */
async function fillCards(rows, base, { t, language }) {
  try {
    const asked = [...rows.keys()].map((one) => `case=${one}`).join("&");
    const answer = await fetch(`/api/cases/${encodeURIComponent(base)}?${asked}&language=${language}`);
    if (!answer.ok) return;
    const deck = await import("../decks/spanish.js").catch(() => null);
    for (const one of (await answer.json()).cases) {
      const row = rows.get(one.case);
      for (const card of one.cards) row.cards.append(card.card && deck ? small(deck.card(card.card, { language })) : el("span", { class: "rank", text: card.text }));
      for (const sentence of one.story) row.story.append(el("li", { text: sentence }));
    }
  } catch {
    for (const row of rows.values()) row.cards.replaceChildren(el("span", { class: "quiet", text: t("why.no-cards") }));
  }
}

function small(picture) {
  picture.classList.add("small-card");
  return picture;
}

function tallies(found) {
  return found && typeof found === "object" && Object.values(found).every((one) => typeof one === "object") ? found : null;
}

function parsed(found) {
  const tally = {};
  for (const [name, text] of Object.entries(found ?? {})) {
    const parts = TALLY.exec(text);
    if (parts) tally[name] = { cases: Number(parts[1]), wins: (Number(parts[1]) * Number(parts[2])) / 100, points: Number(parts[3].replace("−", "-")) };
  }
  return tally;
}

export function actionName(name, t) {
  return told(t, `why.action.${name}`, name);
}

function attributeName(name, t) {
  const parts = /^(mine|theirs|won)_(\d)$/.exec(name);
  return parts ? t(`why.attribute.${parts[1]}`, { n: parts[2] }) : told(t, `why.attribute.${name}`, name);
}

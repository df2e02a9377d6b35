// The hands an agent in doubt remembered: what was done in them, how alike they are, and their cards (Table III of Moral et al.).
import { card } from "../decks/spanish.js";
import { fixed } from "../basics/numbers.js";
import { actionName } from "../why/cases.js";
import { bars, el, folded, number, percent, share, told } from "../why/parts.js";

const FIRST = 4;

export function drawFound(root, question, { t, language }) {
  const { doubt, own } = question;
  const sentence = own.sentence ? el("p", { class: "why-sentence", text: own.sentence }) : null;
  if (!doubt) return root.replaceChildren(...[sentence].filter(Boolean));
  const call = doubt.call ? ` (${actionName(doubt.call, t)})` : "";
  const head = el("p", {}, el("strong", { text: t("tutor.question", { question: told(t, `why.question.${doubt.question}`, doubt.question) + call }) }), " ",
    t("tutor.close", { close: number(doubt.close, language), enough: doubt.enough === null ? "?" : number(doubt.enough, language) }));
  if (!doubt.cases.length) return root.replaceChildren(head, el("p", { text: t("tutor.unknown") }));
  const votes = bars(doubt.votes.map((one) => ({ label: actionName(one.action, t), value: one.cases, text: fixed(one.cases, language), more: [percent(one.won, language), fixed(one.points, language, 0, { signed: true })] })),
    { caption: t("tutor.votes"), heads: [t("why.votes-head"), t("why.head-cases"), t("why.head-won"), t("why.head-points")], t });
  const cases = doubt.cases.map((one) => {
    const cards = one.cards.map((held) => (held.card ? small(card(held.card, { language })) : el("span", { class: "rank", text: held.text })));
    const result = el("span", { class: one.won ? "won" : "lost", text: t(one.won ? "why.won" : "why.lost", { points: fixed(one.points, language, 0, { signed: true }) }) });
    return el("li", { class: "case" },
      el("div", { class: "case-line" }, el("span", { class: "case-number", text: t("why.case", { n: one.case }) }), el("span", { class: "case-cards" }, cards),
        el("span", { class: "case-did" }, el("span", { class: "did", text: actionName(one.action, t) }), " ", result), share(one.similarity, t("why.alike", { share: percent(one.similarity, language) }), "alike")),
      folded(t("why.case-more"), el("ul", { class: "story" }, one.story.map((line) => el("li", { text: line })))));
  });
  const rest = cases.slice(FIRST), list = (some) => el("ol", { class: "cases" }, some);
  const more = rest.length ? folded(t("tutor.more-cases", { n: number(rest.length, language) }), list(rest)) : null;
  root.replaceChildren(...[head, votes, list(cases.slice(0, FIRST)), more, sentence].filter(Boolean));
}

function small(picture) {
  picture.classList.add("small-card");
  return picture;
}

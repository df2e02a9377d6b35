// The screen that everybody sees: the code while people come in, then the round, the tables and the standings; by itself.
import { element } from "../../basics/api.js";
import { t } from "../../basics/words.js";
import { codeArt, codeHere, doorOf, half, problem, redraw, roomAt, roundText, signed, watch } from "../../rooms/shared.js";

const EVERY = 2000, COLUMN = 12;
const find = (id) => document.getElementById(id);
const code = codeHere();

const given = new URLSearchParams(location.hash.slice(1)).get("screen");
const KEPT = `bolicho.screen.${code}`;
if (given) {
  localStorage.setItem(KEPT, given);
  history.replaceState(null, "", location.pathname);
}
const token = localStorage.getItem(KEPT) ?? roomAt(code)?.screen;

function draw(view) {
  problem(null);
  find("title").textContent = view.title || t("room.title-plain", { code });
  const contest = view.contests.filter(({ kind }) => kind !== "free" && kind !== "homework").at(-1);
  if (contest) standings(contest);
  else welcome(view);
  foot(view, contest);
}

function welcome(view) {
  find("round").textContent = view.people.length ? t("room.people-count", { n: view.people.length }) : "";
  redraw(find("main-part"), ["welcome", doorOf(view), view.people.map(({ name }) => name)], () => [
    element("div", { class: "welcome" },
      element("div", { class: "code-art" }, codeArt(view)),
      element("div", {}, element("p", { class: "join-at" }, t("room.join-at"), element("strong", {}, doorOf(view))), element("p", { class: "code" }, code))),
    element("ul", { class: "plain names" }, view.people.map(({ name }) => element("li", {}, name))),
  ]);
}

function standings(contest) {
  const left = contest.tables.filter(({ over }) => !over);
  const state = contest.over ? "" : left.length ? t("room.tables-left", { n: left.length, all: contest.tables.length }) : t("room.all-played");
  const told = [`${contest.title}: ${t(`room.kind-${contest.kind}`)}`, roundText(contest), state].filter(Boolean).join(" · ");
  if (find("round").textContent !== told) find("round").textContent = told;
  redraw(find("main-part"), [contest.id, contest.over, contest.session, contest.standings, contest.tables.map(({ scores, over }) => [scores, over])], () => {
    const lines = contest.standings, columns = Math.ceil(lines.length / COLUMN) || 1, each = Math.ceil(lines.length / columns);
    const lists = Array.from({ length: columns }, (_, at) => lines.slice(at * each, (at + 1) * each));
    return [
      contest.over && lines.length ? element("p", { class: "champion" }, t("room.champion", { name: lines.filter(({ rank }) => rank === 1).map(({ name }) => name).join(", ") })) : null,
      element("div", { class: `columns of-${Math.min(columns, 4)}` }, lists.map((some) => list(some, contest))),
      contest.over || contest.tables.length > 24 ? null : element("ul", { class: "plain live" }, contest.tables.map(live)),
    ];
  });
}

const list = (lines, { kind, standings: all }) => element("table", { class: "big" },
  element("thead", { class: "unseen" }, element("tr", {}, ["rank", "player", "points", "net"].map((key) => element("th", { scope: "col" }, t(`room.${key}`))))),
  element("tbody", {}, lines.map((line) => element("tr", { class: `${line.rank === 1 && all.some(({ rank }) => rank > 1) ? "top-rank" : ""}${kind === "knock-out" && !line.left ? " out" : ""}` },
    element("td", { class: "number rank" }, line.rank), element("th", { scope: "row" }, line.name),
    element("td", { class: "number points" }, half(line.points)), element("td", { class: "number net" }, signed(line.net))))));

function live({ seats, scores, over, winner }) {
  const names = seats.flatMap(({ name, entrant }, at) => [at ? " × " : "", element(over && entrant === winner ? "strong" : "span", {}, name)]);
  return element("li", { class: over ? "over" : null }, over ? "✓ " : "", names, " ", element("span", { class: "score" }, scores ? scores.join("–") : ""));
}

function foot(view, contest) {
  redraw(find("foot"), [Boolean(contest), view.locked, doorOf(view)], () => (contest && !view.locked
    ? [element("p", {}, `${t("room.join-at")} `, element("strong", {}, doorOf(view)), " ", element("strong", { class: "code" }, code))] : []));
}

find("full").addEventListener("click", () => document.documentElement.requestFullscreen?.());
watch(code, token ?? "-", draw, problem, EVERY);

// The atlas: what a player does with every hand in one situation, and the solved moves around a position of a board.
import { element, get } from "../basics/api.js";
import { settings } from "../basics/settings.js";
import { chart } from "../charts/hands.js";
import { load } from "../tables/choose.js";
import { language, number, t } from "../basics/words.js";

const find = (id) => document.getElementById(id);
const PAUSE = 700, TRUCO = "truco", FIELDS = ["game", "situation", "score", "player", "against", "show"];
const START = { game: TRUCO, situation: "mao", score: "0-0", player: "equilibrium", against: "", show: "", cell: "", moves: "" };
let menu = null, state = { ...START }, found = [], turned = 0, drawing = null;

// --- what is looked at stands in the address, so that it can be sent on
function read() {
  const given = new URLSearchParams(location.hash.slice(1));
  state = { ...START, ...Object.fromEntries(Object.keys(START).filter((key) => given.has(key)).map((key) => [key, given.get(key)])) };
}
function write() {
  const told = Object.entries(state).filter(([key, value]) => value !== START[key]);
  const hash = new URLSearchParams(told).toString();
  if (hash !== location.hash.slice(1)) history.replaceState(null, "", hash ? `#${hash}` : location.pathname);
}
function choose(change) {
  state = { ...state, ...change };
  write();
  show().catch(trouble);
}

function trouble(error) {
  Object.assign(find("trouble"), { textContent: error.message, hidden: false });
  find("working").hidden = true;
}

async function made(path, turn) {
  for (;;) {
    const { state: how, found: told } = await get(path);
    if (turn !== turned) return null;
    if (how === "done") return told;
    await new Promise((over) => setTimeout(over, PAUSE));
    if (turn !== turned) return null;
  }
}

// --- showing
async function show() {
  const turn = (turned += 1), truco = state.game === TRUCO;
  find("trouble").hidden = true;
  for (const one of document.querySelectorAll(".of-truco")) one.hidden = !truco;
  find("charts").hidden = !truco;
  find("board").hidden = truco;
  find("people").hidden = find("cell").hidden = true;
  for (const key of FIELDS) if (key !== "show") find(key).value = state[key];
  if (!truco) return showBoard(turn);
  find("working").textContent = t("atlas.working");
  find("working").hidden = false;
  const names = [state.player, state.against].filter(Boolean), query = (player) => `/api/atlas/truco?${new URLSearchParams({ situation: state.situation, player, score: state.score })}`;
  const come = [];
  for (const name of names) {
    const told = await made(query(name), turn);
    if (turn !== turned || !told) return;
    come.push({ ...told.charts[0], title: menu.players.find(({ spec }) => spec === name)?.name ?? name });
  }
  found = come;
  find("working").hidden = true;
  offerShown();
  draw();
  people();
}

function offerShown() {
  const kinds = Object.keys(menu.shown).filter((name) => menu.shown[name].some((kind) => found[0].moves.includes(kind)));
  find("show").replaceChildren(element("option", { value: "" }, t("atlas.everything")), ...kinds.map((name) => element("option", { value: name }, menu.names[`show-${name}`])));
  if (!kinds.includes(state.show)) state.show = "";
  find("show").value = state.show;
}

// What can be shown, with its share.
const parts = (shares) => Object.entries(menu.shown).map(([name, kinds]) => [name, kinds.reduce((sum, kind) => sum + (shares[kind] ?? 0), 0)]);
const told = (shares) => parts(shares).filter(([, share]) => share >= 0.005).map(([name, share]) => `${menu.names[`show-${name}`]} ${percent(share)}`).join(", ");
const percent = (share) => `${number(100 * share)} %`;
const title = (strength, points) => t("atlas.cell", { card: menu.rows.find((row) => row.strength === strength).name, points: points.includes("-") ? t("atlas.no-pair") : points });

function draw() {
  const ways = { rows: menu.rows, columns: menu.columns, shown: state.show, parts, told, title, chosen: state.cell, corner: t("atlas.corner"), points: t("atlas.points"), pick: (cell) => pick(cell, true) };
  find("charts").replaceChildren(...found.map((one) => element("section", { class: "panel", "aria-label": one.title },
    element("h2", {}, one.title), element("p", {}, t("atlas.whole", { shares: told(one.shares) })), legend(one), chart(one, ways))));
  if (state.cell) pick(state.cell, false);
}

function legend(one) {
  const there = parts(one.shares).filter(([name]) => menu.shown[name].some((kind) => one.moves.includes(kind)));
  return element("ul", { class: "legend" }, there.map(([name]) => element("li", {}, element("span", { class: "swatch", "data-colour": name }), menu.names[`show-${name}`])));
}

function pick(cell, moved) {
  state.cell = cell;
  write();
  const [strength, points] = cell.split(","), there = found.map((one) => one.cells.find((other) => String(other.strength) === strength && other.points === points));
  find("cell").hidden = !there.some(Boolean);
  for (const one of document.querySelectorAll(".classes [data-cell]")) one.setAttribute("aria-pressed", String(one.dataset.cell === cell));
  if (!there.some(Boolean)) return;
  find("cell-title").textContent = title(Number(strength), points);
  find("cell-told").replaceChildren(...found.map((one, at) => there[at] && element("div", {}, element("h3", {}, one.title), bars(there[at]), element("p", { class: "quiet" }, come(there[at])))).filter(Boolean));
  find("worth").replaceChildren();
  find("worth-go").hidden = false;
  find("worth-go").onclick = () => worth(there.find(Boolean));
  if (moved) find("cell").scrollIntoView({ block: "nearest", behavior: settings.reduced ? "auto" : "smooth" });
}

const come = ({ hands, weight }) => t(weight < hands - 0.5 ? "atlas.come" : "atlas.hands", { n: number(hands), share: percent(weight / hands) });
function bars({ shares }) {
  const rows = Object.entries(shares).sort((a, b) => b[1] - a[1]).filter(([, share]) => share >= 0.005);
  return element("ul", { class: "bars" }, rows.map(([kind, share]) => {
    const fill = element("span", { class: "fill", "data-colour": Object.keys(menu.shown).find((name) => menu.shown[name].includes(kind)) });
    fill.style.width = `${100 * share}%`;
    return element("li", {}, element("span", {}, t(`atlas.kinds.${kind}`) === `atlas.kinds.${kind}` ? menu.names[kind] : t(`atlas.kinds.${kind}`)), element("span", { class: "track", "aria-hidden": "true" }, fill), element("strong", {}, percent(share)));
  }));
}

// What every move is worth with one hand of the class.
async function worth(cell) {
  const turn = turned;
  find("worth-go").hidden = true;
  find("worth").replaceChildren(element("p", {}, t("atlas.weighing")));
  try {
    const come = await made(`/api/atlas/truco/hand?${new URLSearchParams({ situation: state.situation, score: state.score, cards: cell.example.join(" ") })}`, turn);
    if (!come) return;
    const rows = [...come.moves].sort((a, b) => a.loss - b.loss);
    find("worth").replaceChildren(
      element("p", {}, t("atlas.worth-told", { hand: cell.example.map((card) => label(card)).join(", ") })),
      element("div", { class: "scroll" }, element("table", {}, element("thead", {}, element("tr", {}, ["move", "chance", "loss", "points-hand"].map((key) => element("th", { scope: "col" }, t(`atlas.${key}`))))),
        element("tbody", {}, rows.map((one) => element("tr", {}, element("th", { scope: "row" }, label(one.move)), element("td", {}, `${number(100 * one.value, 1)} %`), element("td", {}, loss(one)), element("td", {}, one.points === undefined ? "" : number(one.points, 2)))))))),
      element("p", { class: "quiet" }, t("atlas.worth-note"));
  } catch (error) {
    find("worth").replaceChildren(element("p", {}, error.message));
  }
}
const loss = ({ loss: given, error = 0 }) => (given - error > 0 ? t("atlas.surely", { loss: number(100 * given, 1), error: number(100 * error, 1) }) : t("atlas.unsure"));
const label = (move) => menu.names[move] ?? cardName(move);
const cardName = (card) => t("atlas.card", { rank: card.slice(0, -1), suit: t(`atlas.suit-${card.slice(-1)}`) });

function people() {
  const { people: rates } = menu.situations.find(({ name }) => name === state.situation);
  find("people").hidden = !rates.length;
  find("people-list").replaceChildren(...rates.map(({ name, share, low, high, of }) => element("li", {}, t("atlas.rate", { name, share: percent(share), low: number(100 * low), high: number(100 * high), of: number(of) }))));
}

// --- boards
async function showBoard(turn) {
  find("working").hidden = true;
  const come = await get(`/api/atlas/boards/${encodeURIComponent(state.game)}?${new URLSearchParams({ moves: state.moves })}`), picture = await load(come.view.drawing);
  if (turn !== turned) return;
  find("board-title").textContent = come.title;
  const side = come.moves.length % 2 ? "second" : "first", best = come.neighbours[0];
  find("board-told").textContent = best ? t("atlas.stands", { side: t(`atlas.${side}`), value: value(best) }) : t("atlas.over");
  find("back").disabled = find("begin").disabled = !come.moves.length;
  find("drawing").replaceChildren();
  find("drawing").className = "";
  drawing = picture.create(find("drawing"), { t, act: go, settings, announce, language });
  drawing.update({ ...come.view, ply: come.moves.length });
  find("around").replaceChildren(...come.neighbours.map((one) => element("tr", {}, element("th", { scope: "row" }, element("button", { type: "button", class: "button small", onclick: () => go(one.move) }, one.name)), element("td", { class: one.value }, value(one)), element("td", {}, replies(one)))));
}
const value = ({ value: how, distance }) => (distance && how !== "drawn" ? t(`atlas.${how}-in`, { n: distance }) : t(`atlas.${how}`));
const replies = ({ replies: counts }) => ["won", "drawn", "lost"].filter((how) => counts[how]).map((how) => t(`atlas.replies-${how}`, { n: counts[how] })).join(", ");
const go = (move) => choose({ moves: [...state.moves.split(" ").filter(Boolean), move].join(" ") });
find("back").addEventListener("click", () => choose({ moves: state.moves.split(" ").slice(0, -1).join(" ") }));
find("begin").addEventListener("click", () => choose({ moves: "" }));
function announce(text) {
  find("heard").replaceChildren(element("span", {}, text));
}

// --- beginning
const options = (id, all) => find(id).append(...all.map(([value_, text]) => element("option", { value: value_ }, text)));
for (const key of FIELDS) {
  find(key).addEventListener("change", ({ target }) => {
    if (key === "show") {
      state.show = target.value;
      write();
      return draw();
    }
    return choose({ [key]: target.value, ...(key === "game" ? { moves: "" } : {}) });
  });
}
window.addEventListener("hashchange", () => {
  read();
  show().catch(trouble);
});

async function begin() {
  menu = await get("/api/atlas");
  options("game", [[TRUCO, "Truco"], ...menu.boards.map(({ game, title: name }) => [game, name])]);
  options("situation", menu.situations.map(({ name, title: text }) => [name, text]));
  options("score", menu.scores.map((score) => [score, t("atlas.at", { own: score.split("-")[0], rival: score.split("-")[1] })]));
  options("player", menu.players.map(({ spec, name }) => [spec, name]));
  options("against", [["", t("atlas.nobody")], ...menu.players.map(({ spec, name }) => [spec, name])]);
  read();
  await show();
}
begin().catch(trouble);

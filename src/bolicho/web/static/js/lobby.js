// The lobby: one click to play, then every game with its opponents and variants, invitations, and tables to watch.
import { element, get, seatAt } from "./api.js";
import { card, symbol } from "./decks/spanish.js";
import { setUp } from "./set_up.js";
import { settings } from "./settings.js";
import { sitDown } from "./sit_down.js";
import { language, t } from "./words.js";

const find = (id) => document.getElementById(id);
const FIRST = "truco"; // what "play now" plays
const FAN = ["12o", "7e", "1e", "1b", "7o"];
const SPADE = `<path d="M20 5c6 8 14 11 14 18a7 7 0 0 1-12 4c0 4 1 6 4 8H14c3-2 4-4 4-8a7 7 0 0 1-12-4c0-7 8-10 14-18z" fill="#2a1d12"/>`;
let games = [], chosen = null;

async function openTable(order) {
  const problem = find("problem");
  problem.textContent = "";
  try {
    await sitDown(order);
  } catch (error) {
    problem.textContent = t("lobby.failed", { why: error.message });
    problem.scrollIntoView({ block: "center" });
  }
}

// Before this script has come over a slow line the button sends its form, and the server does the same.
find("now").addEventListener("click", async (event) => {
  event.preventDefault();
  event.currentTarget.setAttribute("aria-busy", "true");
  const { quick } = games.find(({ name }) => name === FIRST) ?? (await get(`/api/games/${FIRST}`));
  const seats = [{ kind: "me" }, { kind: "agent", agent: quick }];
  await openTable({ game: FIRST, seats, mode: "learning", consent: false });
  find("now").removeAttribute("aria-busy");
});

function drawGames() {
  find("games").replaceChildren(...games.map(({ name, ...game }) => {
    const facts = { type: "button", class: "game", "aria-pressed": String(name === chosen), "data-game": name };
    const kind = element("span", { class: "quiet" }, `${t(`kind.${game.kind}`)} · ${game.seats}`);
    const title = element("span", { class: "game-name" }, game.title);
    return element("button", { ...facts, onclick: () => choose(name, undefined, true) }, picture(game), title, kind);
  }));
}

const known = {};
const agentsOf = (name) => (known[name] ??= get(`/api/games/${name}/agents`).then(({ agents }) => agents));

// moved: somebody pressed a game, and is brought to its form
async function choose(name, rival, moved = false) {
  chosen = name;
  for (const one of find("games").children) one.setAttribute("aria-pressed", String(one.dataset.game === name));
  const game = games.find((one) => one.name === name), agents = await agentsOf(name);
  if (chosen !== name) return;
  setUp(find("set-up"), game, agents, openTable, rival);
  if (moved) find("set-up").scrollIntoView({ behavior: settings.reduced ? "auto" : "smooth", block: "start" });
  history.replaceState(null, "", `#${name}`);
}

// A small picture of a game: a coin, a spade, or the lines and points of its board.
function picture({ kind, deck, picture: lines }) {
  if (deck === "spanish") return wrap(symbol("o"));
  const holder = document.createElement("template");
  holder.innerHTML = `<svg viewBox="0 0 40 40">${kind === "cards" ? SPADE : board(lines)}</svg>`;
  return wrap(holder.content.firstElementChild);
}

function board(lines) {
  const xs = lines.flatMap(([a, , c]) => [a, c]), ys = lines.flatMap(([, b, , d]) => [b, d]);
  const left = Math.min(...xs), top = Math.max(...ys);
  const span = Math.max(Math.max(...xs) - left, top - Math.min(...ys)) || 1;
  const at = (x, y) => `${(5 + ((x - left) / span) * 30).toFixed(1)} ${(5 + ((top - y) / span) * 30).toFixed(1)}`;
  const edges = lines.map(([a, b, c, d]) => `M${at(a, b)}L${at(c, d)}`).join("");
  const points = new Set(lines.flatMap(([a, b, c, d]) => [at(a, b), at(c, d)]));
  const dots = [...points].map((point) => `M${point}h.1`).join("");
  return `<path d="${edges}" fill="none" stroke="#7a4c2a" stroke-width="1.6"/>
<path d="${dots}" stroke="#2a1d12" stroke-width="5.5" stroke-linecap="round"/>`;
}

function wrap(svg) {
  svg.removeAttribute("role");
  svg.removeAttribute("aria-label");
  svg.setAttribute("aria-hidden", "true");
  return element("span", { class: "icon-art" }, svg);
}

async function drawRunning() {
  const tables = await get("/api/tables").then((found) => found.tables, () => null);
  if (!tables) return; // the house is away for a moment: what stands there stays
  const none = element("li", { class: "quiet" }, t("lobby.running-none"));
  find("running").replaceChildren(...(tables.length ? tables.map(running) : [none]));
}

function running({ table, title, seats, scores }) {
  const mine = seatAt(table), names = seats.map((seat) => seat.name || t("lobby.open-seat")).join(" × ");
  const score = scores.some(Boolean) ? ` (${scores.join(" × ")})` : "";
  const facts = { class: mine ? "button small primary" : "button small", href: `/table/${table}` };
  const which = element("span", { class: "unseen" }, ` ${title}: ${names}`);
  const link = element("a", facts, t(mine ? "lobby.running-back" : "lobby.running-watch"), which);
  return element("li", {}, element("span", {}, element("strong", {}, title), ` ${names}${score}`), link);
}

find("fan").append(...FAN.map((one) => element("span", {}, card(one, { language }))));
find("refresh").addEventListener("click", drawRunning);
drawRunning();
games = (await get("/api/games")).games;
drawGames();
const [wanted, against] = location.hash.slice(1).split("="); // #truco, or #truco=sound
await choose(games.some(({ name }) => name === wanted) ? wanted : FIRST, against && decodeURIComponent(against));
const { quick } = games.find(({ name }) => name === FIRST);
const rival = (await agentsOf(FIRST)).find(({ spec }) => spec === quick);
if (rival) find("now-against").textContent = t("lobby.now-against", rival);
setInterval(() => document.visibilityState === "visible" && drawRunning(), 15000);

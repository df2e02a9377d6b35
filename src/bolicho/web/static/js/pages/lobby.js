// The lobby: one click to play, then every game with its opponents and variants, invitations, and tables to watch.
import { element, get, seatAt } from "../basics/api.js";
import { card } from "../decks/spanish.js";
import { gamePicture } from "../pictures/game_picture.js";
import { setUp } from "../lobby/set_up.js";
import { settings } from "../basics/settings.js";
import { sitDown } from "../lobby/sit_down.js";
import { language, t } from "../basics/words.js";

const find = (id) => document.getElementById(id);
const FIRST = "truco"; // what "play now" plays
const FAN = ["12o", "7e", "1e", "1b", "7o"];
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
    return element("button", { ...facts, onclick: () => choose(name, undefined, true) }, gamePicture(game), title, kind);
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

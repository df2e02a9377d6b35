// The first page of the folder: one click to play, the games with their opponents, and matches that go on.
import { button, element } from "../basics/api.js";
import { card } from "../decks/spanish.js";
import { gamePicture } from "../pictures/game_picture.js";
import { drop, keep, matches, newName } from "../kept.js";
import { tablePage } from "../basics/places.js";
import { setUp } from "../lobby/set_up.js";
import { settings } from "../basics/settings.js";
import { language, t } from "../basics/words.js";

const find = (id) => document.getElementById(id);
const { games, agents } = JSON.parse(find("answers").textContent);
const FAN = ["12o", "7e", "1e", "1b", "7o"];
const first = games[0];

function openTable(order) {
  const table = newName(), seat = order.seats.findIndex(({ kind }) => kind === "me");
  const title = games.find(({ name }) => name === order.game).title;
  keep({ table, seat, told: { title, over: false, scores: [] }, kept: { order } });
  location.href = tablePage(table);
}

find("now").addEventListener("click", () => {
  openTable({ game: first.name, seats: [{ kind: "me" }, { kind: "agent", agent: first.quick }], mode: "learning" });
});
find("now-against").textContent = t("lobby.now-against", agents[first.name].find(({ spec }) => spec === first.quick));

function choose(name, moved = false) {
  for (const one of find("games").children) one.setAttribute("aria-pressed", String(one.dataset.game === name));
  const game = games.find((one) => one.name === name);
  setUp(find("set-up"), game, agents[name], openTable, undefined, { alone: true });
  if (moved) find("set-up").scrollIntoView({ behavior: settings.reduced ? "auto" : "smooth", block: "start" });
  history.replaceState(null, "", `#${name}`);
}

find("games").append(...games.map((game) => {
  const kind = element("span", { class: "quiet" }, t(`kind.${game.kind}`)), title = element("span", { class: "game-name" }, game.title);
  return element("button", { type: "button", class: "game", "data-game": game.name, onclick: () => choose(game.name, true) }, gamePicture(game), title, kind);
}));

function drawKept() {
  const going = matches().filter(({ told }) => !told.over);
  find("going").hidden = !going.length;
  find("running").replaceChildren(...going.map(({ table, told, at }) => {
    const when = new Date(at).toLocaleString(language, { dateStyle: "short", timeStyle: "short" });
    const score = told.scores.some(Boolean) ? ` (${told.scores.join(" × ")})` : "", which = element("span", { class: "unseen" }, ` ${told.title}, ${when}`);
    const on = element("a", { class: "button small primary", href: tablePage(table) }, t("lobby.running-back"), which);
    const away = button("", () => (drop(table), drawKept()), "small");
    away.append(t("site.drop"), which.cloneNode(true));
    return element("li", {}, element("span", {}, element("strong", {}, told.title), `${score} `, element("span", { class: "quiet" }, when)), element("span", { class: "row" }, on, away));
  }));
}

find("fan").append(...FAN.map((one) => element("span", {}, card(one, { language }))));
drawKept();
window.addEventListener("pageshow", drawKept);
const wanted = location.hash.slice(1);
choose(games.some(({ name }) => name === wanted) ? wanted : first.name);

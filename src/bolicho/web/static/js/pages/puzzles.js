// Puzzles: one position at a time, answered by making the move; the server says whether it was right, and why.
import { element, get, keepSeat, post } from "../basics/api.js";
import { tablePage } from "../basics/places.js";
import { ends } from "../mine/intervals.js";
import { figures, note, playerIn, rated, tried } from "../mine/puzzle_book.js";
import { settings } from "../basics/settings.js";
import { drawCalls, drawScore } from "../table_page/parts.js";
import { load } from "../tables/choose.js";
import { has, language, number, t } from "../basics/words.js";

const find = (id) => document.getElementById(id);
const CHOSEN = "bolicho.puzzles.chosen", UNITS = ["match", "game"];
let all = [], titles = {}, daily = null, puzzle = null, drawing = null, picture = null, turned = 0, open = false;

// --- which one
const today = () => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
};

const wanted = () => all.filter(({ game, asks }) => [game, ""].includes(find("game").value) && [asks, ""].includes(find("kind").value));

// Of those not yet tried, the one nearest to the person's rating; of all, where none is left.
function next() {
  const here = wanted().filter(({ id }) => id !== puzzle?.id), fresh = here.filter(({ id }) => !tried(id));
  find("none-left").hidden = fresh.length > 0;
  const far = ({ unit, rating }) => Math.abs(rating - playerIn(unit).rating);
  const from = fresh.length ? fresh : here.length ? here : wanted();
  const nearest = from.length ? Math.min(...from.map(far)) : 0, near = from.filter((one) => far(one) <= nearest + 50);
  return near[Math.floor(Math.random() * near.length)];
}

// --- showing it
async function show(id) {
  const turn = (turned += 1), come = await get(`/api/puzzles/${id}`), kind = await load(come.view.drawing);
  if (turn !== turned) return; // somebody went on meanwhile
  puzzle = come;
  picture = kind;
  open = true;
  history.replaceState(null, "", `#${id}`);
  find("question").textContent = t(`puzzles.asks.${puzzle.asks}`, { n: puzzle.distance });
  find("rated").textContent = t("puzzles.rated", { game: titles[puzzle.game] ?? puzzle.view.title, rating: number(puzzle.rating) });
  find("again").hidden = !tried(id);
  for (const part of ["answer", "values", "next", "play-on"]) find(part).hidden = true;
  find("drawing").replaceChildren();
  find("drawing").className = "";
  find("drawing").dataset.puzzle = id;
  drawing = picture.create(find("drawing"), { t, act, settings, announce, language });
  draw(puzzle.view);
  announce((puzzle.view.told.speech ?? []).join(" "));
  drawDaily();
}

function draw(view) {
  drawing.update(view);
  drawScore(find("score"), view, picture);
  drawCalls(find("calls"), view, picture, act);
  find("calls").hidden = !view.moves.length;
  const said = view.told.history;
  find("so-far").hidden = !said.length || picture.draws?.includes("point");
  find("heard-so-far").replaceChildren(...said.map(({ seat, text }) => element("li", {}, `${seat === view.seat ? t("table.you") : view.seats[seat].name}: ${text}`)));
}

// --- answering
async function act(move) {
  if (!open) return;
  open = false;
  try {
    const solved = await post(`/api/puzzles/${puzzle.id}`, { move });
    const kept = note(puzzle, solved.right);
    verdict(solved);
    draw({ ...solved.view, ply: puzzle.view.ply + 1 });
    drawFigures();
    drawDaily();
    if (!kept) trouble({ message: t("puzzles.keeps-nothing") });
    find("next").focus({ preventScroll: true });
    find("puzzle").scrollIntoView({ block: "nearest", behavior: settings.reduced ? "auto" : "smooth" });
  } catch (error) {
    open = true;
    trouble(error);
  }
}

function verdict({ right, name, theme, sentence, moves }) {
  const about = `puzzles.about.${theme}`, best = t("puzzles.best", { move: name });
  const said = [best, has(about) ? t(about) : "", sentence ? t("puzzles.says", { sentence }) : ""].filter(Boolean).join(" ");
  Object.assign(find("answer"), { hidden: false, className: right ? "right" : "wrong" });
  find("answer").replaceChildren(element("strong", {}, t(right ? "puzzles.right" : "puzzles.wrong")), " ", said);
  const head = ["puzzles.move", `puzzles.worth-${puzzle.unit}`, "puzzles.loss"].slice(0, puzzle.unit === "game" ? 2 : 3);
  find("values-head").replaceChildren(...head.map((key) => element("th", { scope: "col" }, t(key))));
  find("values-rows").replaceChildren(...moves.map((one, at) => element("tr", { class: at ? null : "best" }, element("th", { scope: "row" }, one.name), ...worth(one).map((text) => element("td", {}, text)))));
  for (const part of ["values", "next", "play-on"]) find(part).hidden = false;
  find("again").hidden = true;
}

function worth({ value, loss, distance }) {
  if (puzzle.unit === "match") return [`${number(100 * value, 1)} %`, loss > 0 ? number(100 * loss, 1) : "–"];
  const how = value > 0 ? "won" : value < 0 ? "lost" : "drawn";
  return [distance && value ? t(`puzzles.${how}-in`, { n: distance }) : t(`puzzles.${how}`)];
}

async function playOn() {
  try {
    const opened = await post(`/api/puzzles/${puzzle.id}/play-on`, { name: localStorage.getItem("bolicho.name") ?? "", language });
    keepSeat(opened.table, { seat: opened.seat, token: opened.token, withdrawal: opened.withdrawal });
    location.href = tablePage(opened.table);
  } catch (error) {
    trouble(error);
  }
}

// --- how one is doing
function drawFigures() {
  const { tries, right, streak, best } = figures(), figure = (key, value, small) => element("div", {}, element("dt", {}, t(`puzzles.${key}`)), element("dd", {}, value, element("small", {}, small)));
  find("mine").hidden = !tries;
  const ratings = UNITS.filter(rated).map((unit) => {
    const { rating, rd } = playerIn(unit);
    const { low, high } = ends(rating, rd);
    return figure(`rating-${unit}`, number(rating), t("puzzles.rating-told", { low: number(low), high: number(high) }));
  });
  find("figures").replaceChildren(...ratings, figure("solved", number(right), t("puzzles.solved-told", { n: number(tries) })), figure("streak", number(streak), t("puzzles.best-streak", { n: number(best) })));
}

function drawDaily() {
  find("daily").textContent = t(tried(daily) ? "puzzles.daily-done" : "puzzles.daily");
  find("daily").setAttribute("aria-current", String(puzzle?.id === daily));
}

function announce(text) {
  find("heard").replaceChildren(element("span", {}, text));
}

function trouble(error) {
  Object.assign(find("trouble"), { textContent: error.message, hidden: false });
}

// --- choosing a kind
function fill() {
  const option = (value, text) => element("option", { value }, text);
  const games = [...new Set(all.map(({ game }) => game))], game = find("game").value;
  if (!find("game").options.length) find("game").append(option("", t("puzzles.any-game")), ...games.map((one) => option(one, titles[one])));
  const themes = [...new Set(all.filter((one) => [one.game, ""].includes(game)).map(({ asks }) => asks))], theme = find("kind").value;
  const order = Object.keys(ORDER).filter((one) => themes.includes(one));
  find("kind").replaceChildren(option("", t("puzzles.any-theme")), ...order.map((one) => option(one, t(`puzzles.themes.${one}`))));
  find("kind").value = order.includes(theme) ? theme : "";
}
const ORDER = Object.fromEntries(["turn", "reply", "win-1", "win-2", "win-3", "win-far", "save"].map((one, at) => [one, at]));

const go = (one) => one && show(one.id ?? one).then(() => find("puzzle").focus({ preventScroll: true }), trouble);
const chosen = () => {
  fill();
  localStorage.setItem(CHOSEN, JSON.stringify([find("game").value, find("kind").value]));
  go(next());
};
find("game").addEventListener("change", chosen);
find("kind").addEventListener("change", chosen);
find("next").addEventListener("click", () => go(next()));
find("daily").addEventListener("click", () => go(daily));
find("play-on").addEventListener("click", playOn);
window.addEventListener("hashchange", () => go(named()));
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !drawing || !open) return;
  if (event.target.closest("input, select, textarea, dialog")) return;
  const called = [...find("calls").querySelectorAll("button")].find((one) => one.dataset.key === event.key.toLowerCase());
  if (called) called.click();
  else if (!drawing.key?.(event)) return;
  event.preventDefault();
});

const named = () => all.find(({ id }) => id === location.hash.slice(1));

async function begin() {
  ({ puzzles: all, titles, daily } = await get(`/api/puzzles?day=${today()}`));
  fill();
  try {
    const [game, theme] = JSON.parse(localStorage.getItem(CHOSEN)) ?? [];
    find("game").value = titles[game] ? game : "";
    fill();
    find("kind").value = theme in ORDER ? theme : "";
    if (find("kind").selectedIndex < 0) find("kind").value = "";
  } catch {
    // nothing was chosen before
  }
  drawFigures();
  await show(named()?.id ?? (tried(daily) ? next()?.id ?? daily : daily));
}
begin().catch(trouble);

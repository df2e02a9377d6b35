// Replay of a recorded match: every ply as the game's own drawing, who decided why, and a new table that goes on from here.
import "../basics/settings.js";
import { copyText, element, get, post, seatAt } from "../basics/api.js";
import { addresses, origin } from "../basics/network.js";
import { offerPlayOn } from "../replay/play_on.js";
import { offerReview } from "../replay/review.js";
import { Values } from "../replay/values.js";
import { settings } from "../basics/settings.js";
import { load } from "../tables/choose.js";
import { drawWhy } from "../why/why.js";
import { language, t } from "../basics/words.js";

const find = (id) => document.getElementById(id);
const id = location.pathname.split("/").pop();
const place = { unit: 0, ply: 0, eyes: 0, playing: null };
const units = new Map();
let match, shown, module, drawing, values;

/** Where units come from: the server's store, or a record that this browser has opened from a file. */
const source = id === "file"
  ? (unit) => post(`/api/matches/look?unit=${unit}&language=${language}`, JSON.parse(sessionStorage.getItem("bolicho.look") ?? "null"))
  : async (unit) => {
    const told = match ?? (await get(`/api/matches/${id}?language=${language}`));
    const token = told.table ? seatAt(told.table)?.token : undefined; // who sat there sees their own cards
    return { match: told, unit: await get(`/api/matches/${id}/units/${unit}?language=${language}`, { token }) };
  };

async function open() {
  try {
    [place.unit, place.ply] = wanted();
    const first = await source(place.unit).catch((error) => {
      if (place.unit === 0 || error.status !== 404) throw error;
      place.unit = place.ply = 0;
      return source(0);
    });
    match = first.match;
    units.set(place.unit, first.unit);
    module = await load(match.drawing);
    drawing = module.create(find("drawing"), { t, act: () => {}, settings, announce: () => {}, language });
    values = new Values(match, find);
    setUp();
    find("replay").hidden = false;
    await go(place.unit, place.ply);
  } catch (error) {
    find("heading").textContent = t("title-replay");
    find("trouble").hidden = false;
    find("trouble").textContent = t("replay.failed", { why: error.message });
  }
}

function wanted() {
  const [unit, ply] = location.hash.slice(1).split(".").map(Number);
  return [Number.isInteger(unit) && unit > 0 ? unit : 0, Number.isInteger(ply) && ply > 0 ? ply : 0];
}

function setUp() {
  const names = match.names;
  find("heading").textContent = `${match.title}: ${names.join(" × ")}`;
  find("result").textContent = [match.result, match.played_on ? t("replay.played-on", { record: match.played_on.record ?? "?" }) : "", id === "file" ? t("replay.looked") : "", match.hidden.length ? t("replay.hidden") : ""].filter(Boolean).join(" ");
  document.title = `${names.join(" × ")} · Bolicho`;
  find("unit-label").textContent = t(match.open_board ? "replay.unit-game" : "replay.unit-hand");
  find("unit").append(...match.units.map((one) => element("option", { value: one.unit }, t("replay.unit-option", { n: one.unit + 1, count: match.units.length, score: one.before.join("–") }))));
  find("unit").closest(".control-line").classList.toggle("lonely", match.units.length < 2);
  find("eyes").append(...names.map((name, seat) => element("option", { value: seat }, name)));
  find("all-box").hidden = match.open_board;
  find("values").hidden = !match.open_board;
  find("export").hidden = id === "file" || match.hidden.length > 0; // a record has all cards
  find("export").href = `/api/matches/${id}/record`;
  if (id !== "file" && match.reviewed) offerReview(match, find, { go: look, again: (unit, ply) => offerPlayOn(match, { record: id, unit, ply }, find) });
  find("play-on").hidden = id === "file" || !match.finished || match.hidden.length > 0;
}

/** Show a position that somebody asked for from far below it. */
async function look(unit, ply) {
  pause();
  await go(unit, ply);
  find("drawing").scrollIntoView({ block: "nearest", behavior: settings.reduced ? "auto" : "smooth" });
}

async function go(unit, ply) {
  unit = Math.min(Math.max(unit, 0), match.units.length - 1);
  if (!units.has(unit)) units.set(unit, (await source(unit)).unit);
  shown = units.get(unit);
  place.unit = unit;
  place.ply = Math.min(Math.max(ply, 0), shown.frames.length - 1);
  draw();
}

function draw() {
  const frame = shown.frames[place.ply], all = find("all").checked;
  const said = shown.frames.slice(1, place.ply + 1).map(({ seat, move, text }) => ({ seat, move, text }));
  drawing.update({
    type: "view", game: match.game, drawing: match.drawing, deck: match.deck, title: match.title, options: match.options, preset: null, mode: "learning", language,
    table: `replay-${id}`, version: place.ply, ply: place.ply, unit: place.unit, seat: null, seats: match.seats,
    scores: frame.scores, target: match.target, turn: frame.to_move, thinking: false, state: seen(frame, place.eyes),
    told: { asked: "", standing: frame.standing[place.eyes] ?? frame.standing[0], own: "", history: said, summary: frame.summary },
    moves: [], last: null, over: false, result: null, notices: [], hands: frame.hands?.map((hand, seat) => (all || seat === place.eyes ? hand : null)),
  });
  const last = shown.frames.length - 1;
  find("unit").value = String(place.unit);
  Object.assign(find("slider"), { max: last, value: place.ply });
  const at = t("replay.at", { ply: place.ply, plies: last });
  find("slider").setAttribute("aria-valuetext", `${at}. ${frame.text}`);
  find("at").textContent = at;
  find("caption").textContent = caption(frame);
  for (const [button, off] of [["first", place.ply === 0], ["before", place.ply === 0 && place.unit === 0], ["on", atEnd()], ["last", place.ply === last]]) {
    find(button).setAttribute("aria-disabled", String(off));
  }
  find("play-on").setAttribute("aria-disabled", String(frame.over));
  find("summary-box").hidden = !frame.summary.length;
  find("summary").replaceChildren(...frame.summary.map((line) => element("li", {}, line)));
  history.replaceState(null, "", `${location.search}#${place.unit}.${place.ply}`);
  tellScore(frame);
  tellWhy(frame);
  tellMoves();
  values.show(frame, seen(frame, place.eyes));
}

/** What a seat saw; on a board all saw the same. */
const seen = (frame, seat) => ({ ...(shown.board ? { board: shown.board } : {}), ...(frame.views[seat] ?? frame.views[0]) });

function caption(frame) {
  const done = frame.seat === null ? t(match.open_board ? "replay.begins" : "replay.dealt") : `${match.names[frame.seat]}: ${frame.text}`;
  return `${done} · ${frame.to_move === null ? t("replay.unit-over") : t("replay.turn", { who: match.names[frame.to_move] })}`;
}

/** The match score at this ply; drawings of games without a target tell it themselves. */
function tellScore(frame) {
  find("score").hidden = match.target === null;
  if (match.target === null) return;
  const order = match.names.map((_, seat) => seat).sort((a, b) => (a === place.eyes) - (b === place.eyes));
  find("score").replaceChildren(...order.map((seat) => {
    const points = frame.scores[seat];
    const marks = module.tally ? [element("span", { class: "half" }, module.half(points, match.target, t)), element("span", { class: "tally-row" }, module.tally(points, match.target))] : [];
    return element("div", { class: "one" }, element("span", { class: "name" }, match.names[seat]), marks[0],
      element("span", { class: "points" }, String(points), element("span", { class: "unseen" }, ` ${t("replay.of", { target: match.target })}`)), marks[1]);
  }));
}

function tellWhy(frame) {
  const root = find("why-here");
  const decision = shown.decisions.find((one) => one.ply === place.ply);
  if (decision) return drawWhy(root, decision, { deck: match.deck, words: t, language, state: seen(shown.frames[place.ply - 1], decision.seat) });
  const key = frame.seat === null ? "replay.why-deal" : match.seats[frame.seat].kind === "person" ? "replay.why-person" : "replay.why-none";
  root.replaceChildren(element("p", { class: "quiet" }, t(key)));
}

function tellMoves() {
  const list = find("moves");
  if (list.dataset.unit !== String(place.unit)) {
    list.dataset.unit = String(place.unit);
    list.replaceChildren(...shown.frames.slice(1).map((frame) => element("li", {},
      element("button", { type: "button", onclick: () => (pause(), go(place.unit, frame.ply)) },
        element("span", { class: "ply" }, String(frame.ply)), element("span", {}, `${match.names[frame.seat]}: ${frame.text}`)))));
  }
  [...list.querySelectorAll("button")].forEach((button, number) => {
    if (number + 1 === place.ply) {
      button.setAttribute("aria-current", "step");
      const box = button.getBoundingClientRect(), around = list.getBoundingClientRect();
      if (box.top < around.top || box.bottom > around.bottom) list.scrollTop += box.top - around.top - around.height / 2;
    } else button.removeAttribute("aria-current");
  });
}

const atEnd = () => place.unit === match.units.length - 1 && place.ply === shown.frames.length - 1;
async function step(by) {
  const ply = place.ply + by;
  if (by > 0 && atEnd()) return pause();
  if (ply >= shown.frames.length) return go(place.unit + 1, 0);
  if (ply >= 0) return go(place.unit, ply);
  if (place.unit > 0) return go(place.unit - 1, Infinity);
}

function pause() {
  clearTimeout(place.playing);
  place.playing = null;
  find("play-text").textContent = t("replay.play");
  find("play").querySelector("[aria-hidden]").textContent = "▶";
}

function play() {
  if (place.playing !== null) return pause();
  find("play-text").textContent = t("replay.pause");
  find("play").querySelector("[aria-hidden]").textContent = "❚❚";
  const tick = async () => {
    await step(1);
    if (place.playing === null) return;
    const over = shown.frames[place.ply].over;
    place.playing = atEnd() ? pause() ?? null : setTimeout(tick, Number(find("pace").value) * (over ? 2 : 1));
  };
  place.playing = setTimeout(tick, 150);
}

const say = (text) => (find("note").textContent = text);
const by = (what) => () => (pause(), what());
find("first").addEventListener("click", by(() => go(place.unit, 0)));
find("before").addEventListener("click", by(() => step(-1)));
find("on").addEventListener("click", by(() => step(1)));
find("last").addEventListener("click", by(() => go(place.unit, Infinity)));
find("play").addEventListener("click", play);
find("slider").addEventListener("input", (event) => (pause(), go(place.unit, Number(event.target.value))));
find("unit").addEventListener("change", (event) => (pause(), go(Number(event.target.value), 0)));
find("eyes").addEventListener("change", (event) => ((place.eyes = Number(event.target.value)), draw()));
find("all").addEventListener("change", draw);
find("values").addEventListener("click", () => (values.turn(), values.show(shown.frames[place.ply], seen(shown.frames[place.ply], place.eyes))));
find("copy").addEventListener("click", async () => {
  const link = location.href.replace(location.origin, origin(await addresses()));
  say((await copyText(link)) ? t("replay.copied") : t("replay.copy-failed", { link }));
});
find("play-on").addEventListener("click", () => {
  pause();
  if (shown.frames[place.ply].over) return say(t("replay.play-on-over"));
  offerPlayOn(match, { record: id, unit: place.unit, ply: place.ply }, find);
});

const KEYS = {
  ArrowRight: () => step(1), ArrowLeft: () => step(-1), Home: () => go(place.unit, 0), End: () => go(place.unit, Infinity),
  PageDown: () => go(place.unit + 1, 0), PageUp: () => go(place.unit - 1, 0),
};
document.addEventListener("keydown", (event) => {
  if (!shown || event.altKey || event.ctrlKey || event.metaKey || find("play-on-box").open) return;
  const target = event.target;
  if (target.matches("select, textarea, input:not([type=range]):not([type=checkbox])")) return;
  if (event.key === " " && !target.closest("button, a, summary, input")) {
    event.preventDefault();
    play();
  } else if (KEYS[event.key]) {
    event.preventDefault();
    pause();
    KEYS[event.key]();
  }
});
addEventListener("hashchange", () => match && go(...wanted()));
open();

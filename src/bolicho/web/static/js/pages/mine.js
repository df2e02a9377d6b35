// My table: what this browser has kept of a person's matches, the rating, and the ladder of those they play against.
import { dropSeat, element, get, post } from "../basics/api.js";
import { linear, sheet, svg, tick, ticks } from "../charts/svg.js";
import { face } from "../pictures/faces.js";
import { rate } from "../mine/glicko.js";
import { offerInstall } from "../basics/install.js";
import { deviation, ends } from "../mine/intervals.js";
import { count, erase, has, load, note, take, WrongFile, written } from "../mine/ledger.js";
import { language, number, t } from "../basics/words.js";

const find = (id) => document.getElementById(id);
const CHOSEN = "bolicho.mine.game", FIRST = "truco", SHOWN = 12, LOOKED = 12, SEAT = "bolicho.table.", MANY = 6, NEAR = 3;
const name = localStorage.getItem("bolicho.name") ?? "";
const whole = (value) => number(value), percent = (value) => number(100 * value);
let games = [], chosen = FIRST, agents = [];

// --- matches that ended while this browser was elsewhere
async function settle() {
  const open = Object.keys(localStorage).filter((key) => key.startsWith(SEAT)).map((key) => key.slice(SEAT.length)).filter((id) => !has(id));
  await Promise.all(open.slice(0, LOOKED).map(async (id) => {
    let kept = null;
    try {
      kept = JSON.parse(localStorage.getItem(SEAT + id));
    } catch {
      kept = null;
    }
    if (!kept?.token || kept.study) return;
    const view = await get(`/api/tables/${id}`, { token: kept.token }).catch((error) => ([403, 404].includes(error.status) ? dropSeat(id) : null));
    if (view?.over) note(view);
  }));
}

// --- drawing
function draw() {
  const { matches, unread } = load(), here = matches.filter(({ game }) => game === chosen);
  tell(unread ? t("mine.unread", { n: unread }) : "");
  figures(here);
  const standing = rating(here);
  ladder(here, standing);
  last(here);
}

function tell(text) {
  find("trouble").textContent = text;
  find("trouble").hidden = !text;
}

function figures(matches) {
  const told = count(matches), figure = (key, value, small) => element("div", {}, element("dt", {}, t(`mine.${key}`)), element("dd", {}, value, small ? element("small", {}, small) : null));
  find("mine-lead").textContent = t(told.matches ? "mine.lead" : "mine.none");
  if (!told.matches) return find("figures").replaceChildren();
  const share = told.share, run = Math.abs(told.streak);
  const sign = told.streak > 0 ? "mine.streak-won" : told.streak < 0 ? "mine.streak-lost" : "mine.streak-none";
  find("figures").replaceChildren(
    figure("matches", whole(told.matches)),
    figure("wins", whole(told.wins), t("mine.wins-told", { share: percent(share.value), low: percent(share.low), high: percent(share.high) })),
    ...(told.points === null ? [] : [figure("points", number(told.points, 2), t("mine.points-told", { hands: whole(told.hands) }))]),
    figure("streak", run ? whole(run) : "–", `${t(sign)} · ${t("mine.best", { n: told.best })}`));
}

// Rivals stand still at what was measured, with its deviation.
function rating(matches) {
  const known = new Map(agents.filter(({ strength }) => strength).map(({ spec, strength }) => [spec, { rating: strength.rating, rd: deviation(strength) }]));
  const games = matches.filter(({ rated, rivals }) => rated && known.has(rivals[0])).map(({ when, rivals, result }) => ({ when, score: result, ...known.get(rivals[0]) }));
  find("rating").hidden = !games.length;
  if (!games.length) return null;
  const found = rate(games, Date.now()), { low, high } = ends(found.rating, found.rd);
  const told = t("mine.rating-told-now", { low: whole(low), high: whole(high), n: whole(found.games) });
  const early = found.rd > 110 ? `; ${t("mine.rating-early")}` : "";
  find("rating-now").replaceChildren(element("strong", { id: "rating-value" }, whole(found.rating)), ` ${told}${early}. ${neighbours(found.rating)}`);
  find("rating-plot").replaceChildren(...(found.way.length > 1 ? [plot(found.way)] : []));
  return found;
}

function neighbours(value) {
  const rungs = folded(), above = rungs.filter(({ strength }) => strength.rating > value).at(-1), below = rungs.find(({ strength }) => strength.rating <= value);
  if (above && below) return t("mine.rating-between", { below: below.name, above: above.name });
  return above ? t("mine.rating-below", { above: above.name }) : below ? t("mine.rating-above", { below: below.name }) : "";
}

function plot(way) {
  const [width, height, left, bottom] = [640, 220, 56, 30], bounds = way.map(({ rating: value, rd }) => ends(value, rd));
  const least = Math.min(...bounds.map(({ low }) => low)), most = Math.max(...bounds.map(({ high }) => high));
  const x = linear(0, way.length - 1, left + 8, width - 14), y = linear(least, most, height - bottom, 10), drawing = sheet(width, height, t("mine.rating-plot"));
  for (const value of ticks(least, most)) drawing.append(svg("line", { x1: left, x2: width - 8, y1: y(value), y2: y(value), stroke: "#dcc9a3" }), svg("text", { x: left - 6, y: y(value) + 4, "font-size": 12, fill: "#2a1d12", "text-anchor": "end" }, tick(value)));
  const band = [...bounds.map(({ high }, at) => [x(at), y(high)]), ...bounds.map(({ low }, at) => [x(at), y(low)]).reverse()];
  drawing.append(svg("path", { d: `M${band.map((at) => at.join(" ")).join("L")}z`, fill: "#e8b84e55" }));
  drawing.append(svg("path", { d: `M${way.map(({ rating: value }, at) => `${x(at)} ${y(value)}`).join("L")}`, fill: "none", stroke: "#1f6b3f", "stroke-width": 2.5 }));
  way.forEach(({ rating: value }, at) => drawing.append(svg("circle", { cx: x(at), cy: y(value), r: 4, fill: "#1f6b3f" })));
  [0, way.length - 1].forEach((at) => drawing.append(svg("text", { x: x(at), y: height - 8, "font-size": 12, fill: "#2a1d12", "text-anchor": at ? "end" : "start" }, day(way[at].when))));
  return drawing;
}

const day = (when) => new Date(when).toLocaleDateString(language, { day: "numeric", month: "short", year: "numeric" });

// Who was measured, the strongest first; of a large family that differs by a setting only, the strongest.
function folded() {
  const seen = new Map(), sizes = new Map();
  for (const { family, step } of agents) if (!step) sizes.set(family, (sizes.get(family) ?? 0) + 1);
  return agents.filter((agent) => {
    if (!agent.strength) return false;
    if (agent.step || sizes.get(agent.family) <= MANY) return true;
    if (seen.has(agent.family)) return false;
    seen.set(agent.family, agent.spec);
    return true;
  }).sort((a, b) => b.strength.rating - a.strength.rating);
}

function ladder(matches, standing) {
  const rungs = folded().map((agent) => [agent.strength.rating, rung(agent, matches)]);
  const here = standing?.rating ?? -Infinity, at = rungs.findIndex(([value]) => value < here);
  const you = element("li", { class: "you" }, own(), element("div", {}, element("h3", {}, name || t("mine.you")), element("p", {}, t(standing ? "mine.you-here" : "mine.you-unknown"))), element("span", { class: "record" }, standing ? whole(standing.rating) : ""));
  const all = rungs.map(([, one]) => one);
  const place = at < 0 ? all.length : at;
  all.forEach((one, rank) => one.classList.toggle("far", rank > 0 && Math.abs(rank - place + 0.5) > NEAR)); // a phone shows the top and those around
  if (all.length) all.splice(place, 0, you);
  if (find("rungs")) find("rungs").textContent = t("mine.rungs", { n: all.length - 1 });
  find("ladder").replaceChildren(...all);
  find("ladder").removeAttribute("aria-busy");
}

const own = () => face({ spec: name || "bolicho" });

function rung(agent, matches) {
  const met = matches.filter(({ rivals }) => rivals.length === 1 && same(rivals[0], agent)), told = count(met), lost = told.matches - told.wins - told.drawn;
  const record = !told.matches ? t("mine.never") : t(told.drawn ? "mine.record-drawn" : "mine.record", { won: told.wins, lost, drawn: told.drawn });
  const called = agent.step || agent.variant === "" || !large(agent) ? agent.name : agent.family;
  const sit = element("a", { class: "button small", href: `/#${chosen}=${encodeURIComponent(agent.spec)}`, "aria-label": t("mine.sit-with", { name: called }) }, t("mine.sit"));
  return element("li", { "data-spec": agent.spec }, face(agent),
    element("div", {}, element("h3", {}, called), element("p", {}, agent.person || agent.character), element("p", { class: "quiet" }, [agent.temper, beats(agent)].filter(Boolean).join(" · "))),
    element("div", { class: "against" }, element("span", { class: told.wins > lost ? "record beaten" : told.matches ? "record" : "quiet" }, record), sit));
}

const large = (agent) => agents.filter(({ family, step }) => family === agent.family && !step).length > MANY;
const same = (spec, agent) => spec === agent.spec || (large(agent) && agents.some((other) => other.spec === spec && other.family === agent.family));

export function beats({ beats: told }) {
  if (!told?.of) return "";
  return t(told.players === told.of ? "mine.beats-all" : told.players ? "mine.beats" : "mine.beats-nobody", told);
}

function last(matches) {
  find("last").hidden = !matches.length;
  const called = (spec) => (spec === null ? t("mine.person") : agents.find((agent) => agent.spec === spec)?.name ?? spec);
  find("last-list").replaceChildren(...matches.slice(-SHOWN).reverse().map(({ when, rivals, result, record }) => {
    const how = result === 1 ? "won" : result ? "drawn" : "lost", who = rivals.map(called).join(", ");
    return element("li", {}, element("span", { class: how }, `${who} · ${t(`mine.${how}`)}`), element("span", { class: "row" }, element("span", { class: "quiet" }, day(when)),
      record ? element("a", { class: "button small", href: `/replay/${record}`, "aria-label": `${t("mine.again")}: ${who}, ${day(when)}` }, t("mine.again")) : null));
  }));
}

// --- keeping and carrying
const kept = (text) => (find("kept").textContent = text);
const came = (n) => t(n ? "mine.taken" : "mine.nothing-new", { n: whole(n) });

function takeIn(text) {
  try {
    kept(came(take(text)));
    draw();
  } catch (error) {
    kept(error instanceof WrongFile ? t(error.key, error.facts) : error.message);
  }
}

find("export").addEventListener("click", () => {
  const link = element("a", { href: URL.createObjectURL(new Blob([written()], { type: "application/json" })), download: "bolicho.json" });
  link.click();
  URL.revokeObjectURL(link.href);
});
find("import").addEventListener("change", async ({ target }) => {
  if (target.files[0]) takeIn(await target.files[0].text());
  target.value = "";
});
find("leave").addEventListener("click", async () => {
  try {
    const { code, seconds } = await post("/api/parcels", { text: written() });
    Object.assign(find("code"), { textContent: `${code.slice(0, 4)}-${code.slice(4)}`, hidden: false });
    kept(t("mine.code-until", { minutes: seconds / 60 }));
  } catch (error) {
    kept(error.message);
  }
});
find("fetch").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    takeIn((await post("/api/parcels/fetch", { code: find("typed").value })).text);
    find("typed").value = "";
  } catch (error) {
    kept(error.message);
  }
});
find("erase").addEventListener("click", () => find("sure").showModal());
find("sure").addEventListener("close", () => {
  if (find("sure").returnValue !== "yes") return;
  erase();
  kept(t("mine.erased"));
  draw();
});
offerInstall(find("install"));
find("rungs").addEventListener("click", () => {
  find("ladder").classList.add("whole");
  find("rungs").remove();
});

// --- beginning
async function choose(game) {
  chosen = game;
  localStorage.setItem(CHOSEN, game);
  try {
    ({ agents } = await get(`/api/games/${game}/agents`));
  } catch (error) {
    agents = [];
    draw();
    return tell(`${t("mine.lost-ladder")} ${error.message}`);
  }
  draw();
}

find("own-face").append(own());
find("game").addEventListener("change", ({ target }) => choose(target.value));
draw();
try {
  await settle();
  ({ games } = await get("/api/games"));
} catch (error) {
  tell(error.message);
}
find("game").append(...games.map(({ name: game, title }) => element("option", { value: game }, title)));
const wanted = [location.hash.slice(1), localStorage.getItem(CHOSEN), load().matches.at(-1)?.game, FIRST].find((game) => games.some(({ name: one }) => one === game));
if (wanted) {
  find("game").value = wanted;
  await choose(wanted);
}

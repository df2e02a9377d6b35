// Tutor mode: an agent's questions as they come up, answered by whoever has the link; and the owner's list of trainings.
import { ask as request, element } from "../basics/api.js";
import { drawFound } from "../tutor/cases.js";
import { showOwner } from "../tutor/owner.js";
import { settings } from "../basics/settings.js";
import { load } from "../tables/choose.js";
import { language, number, t } from "../basics/words.js";

const find = (id) => document.getElementById(id);
const PLACE = "bolicho.tutor", NAME = "bolicho.name", MODES = ["envido", "flor", "truco"];
const COUNTED = ["asked", "answered", "timed_out", "cases", "fresh"];
const who = crypto.getRandomValues(new Uint32Array(2)).join("-");
let here = null, told = null, shown = null, drawing = null, picture = null, sending = false, ends = null, line = 0;

const path = (more = "") => `/api/tutor/sessions/${here.session}${more}${more.includes("?") ? "&" : "?"}lang=${language}`;
const call = (more, facts = {}) => request(path(more), { token: here.token, ...facts });
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

function remembered() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (given.get("session") && given.get("token")) {
    sessionStorage.setItem(PLACE, JSON.stringify({ session: given.get("session"), token: given.get("token") }));
    history.replaceState(null, "", location.pathname + location.search); // the secret stays out of the address bar
  }
  try {
    return JSON.parse(sessionStorage.getItem(PLACE));
  } catch {
    return null;
  }
}

// --- following the training
async function follow() {
  const mine = ++line;
  let known = -1;
  while (mine === line && here) {
    try {
      const found = await call(`?after=${known}&wait=${known < 0 ? 0 : 20}&who=${who}`);
      if (mine !== line) return;
      say("lost", null);
      if (!found) continue;
      known = found.version;
      await update(found);
    } catch (error) {
      if (mine !== line) return;
      if (error.status === 403 || error.status === 404) return refused();
      say("lost", t("tutor.lost"));
      known = -1;
      await wait(1500);
    }
  }
}

function refused() {
  sessionStorage.removeItem(PLACE);
  here = null;
  find("lesson").hidden = true;
  find("no-link").hidden = false;
  say("refused", t("tutor.refused"));
}

async function update(found) {
  told = found;
  find("lesson").hidden = false;
  find("no-link").hidden = true;
  drawFacts(found);
  const next = found.queue[0] ?? null;
  if (shown && next?.number !== shown.number && !sending) tellFate(shown.number);
  if (next && next.number !== shown?.number) await fetchQuestion(next.number);
  else if (!next) idle();
}

async function fetchQuestion(wanted) {
  try {
    const question = await call(`/requests/${wanted}`);
    shown = question;
    ends = question.left === null ? null : performance.now() + 1000 * question.left;
    await drawQuestion(question);
  } catch (error) {
    if (error.status !== 409 && error.status !== 404) throw error; // it was over before we saw it
    idle();
  }
}

function tellFate(which) {
  const fate = told?.log.find((one) => one.number === which);
  if (!fate) return;
  if (fate.fate === "answered") say("fate", t("tutor.answered-other", { number: which, who: fate.who === "person" || !fate.who ? t("tutor.somebody") : fate.who, move: fate.text }));
  else say("fate", t("tutor.too-late", { number: which, move: fate.text }));
}

// --- what is shown
function idle() {
  shown = ends = null;
  for (const id of ["felt", "turn", "calls", "own", "found", "clock"]) find(id).hidden = true;
  find("idle").hidden = false;
  find("idle").textContent = t(told?.state === "running" ? "tutor.waiting" : "tutor.over");
  find("asks").textContent = find("left").textContent = "";
}

async function drawQuestion(question) {
  const { view } = question;
  picture = await load(view.drawing);
  if (!drawing) drawing = picture.create(find("drawing"), { t, act, settings, announce: () => {}, language });
  for (const id of ["felt", "turn", "calls", "own", "found"]) find(id).hidden = false;
  find("idle").hidden = true;
  drawing.update(view);
  find("asks").textContent = t("tutor.asks", { bot: told.bot_name, mode: t(`tutor.mode-${question.mode}`), match: question.match + 1, number: question.number });
  find("turn").textContent = view.told.asked;
  const own = new Set(picture.draws ?? []), keys = picture.letters?.(view.moves, language) ?? {};
  find("calls").replaceChildren(...view.moves.filter(({ kind }) => !own.has(kind)).map(({ move, text, tone }) =>
    element("button", { type: "button", class: `button ${tone ?? ""}`, "data-move": move, "aria-keyshortcuts": keys[move], onclick: () => act(move) }, element("span", {}, text), keys[move] ? element("kbd", { "aria-hidden": "true" }, keys[move]) : null)));
  find("own-text").textContent = t("tutor.own", { move: question.own.text });
  drawFound(find("cases"), question, { t, language });
  busy(false);
  tick();
}

function busy(yes) {
  sending = yes;
  for (const button of [...find("calls").children, find("own-do")]) button.setAttribute("aria-disabled", String(yes));
  find("felt").classList.toggle("busy", yes);
}

function tick() {
  if (!shown) return;
  find("clock").hidden = ends === null;
  if (ends === null) return void (find("left").textContent = t("tutor.no-limit"));
  const seconds = Math.max(0, (ends - performance.now()) / 1000);
  find("left").textContent = t("tutor.left", { seconds: number(Math.ceil(seconds)) });
  find("clock").value = told.timeout ? seconds / told.timeout : 1;
}
setInterval(tick, 500);

function drawFacts(found) {
  const facts = { bot: found.bot_name, against: found.against_name, matches: number(found.matches), done: number(Math.min(found.done + 1, found.matches)) };
  const stopped = found.state === "running" || found.state === "done" ? "" : ` (${t(`tutor.state-${found.state}`)}${found.message ? `: ${found.message}` : ""})`;
  find("facts").textContent = t(found.state === "done" ? "tutor.told-done" : "tutor.told", facts) + stopped;
  find("done").max = found.matches;
  find("done").value = found.done;
  find("tutors").textContent = t("tutor.tutors", { n: number(found.tutors) });
  const ofMode = { ...found.counts, cases: found.sizes, fresh: Object.fromEntries(MODES.map((mode) => [mode, (found.sizes[mode] ?? 0) - (found.start[mode] ?? 0)])) };
  find("counts").replaceChildren(...COUNTED.map((what) => {
    const values = MODES.map((mode) => ofMode[what]?.[mode] ?? 0);
    return element("tr", { "data-what": what }, element("th", { scope: "row" }, t(`tutor.row-${what}`)), [...values, values.reduce((sum, value) => sum + value, 0)].map((value) => element("td", { class: "number" }, number(value))));
  }));
  const lines = found.log.slice(0, 12).map((one) => {
    const key = one.fate === "answered" ? "tutor.log-answered" : "tutor.log-timed-out";
    const said = t(key, { number: one.number, mode: t(`tutor.mode-${one.mode}`), who: !one.who || one.who === "person" ? t("tutor.person") : one.who, move: one.text });
    const beside = one.fate !== "answered" ? "" : one.move === one.own ? t("tutor.log-same") : t("tutor.log-other", { own: one.own_text });
    return element("li", {}, said, " ", element("span", { class: "quiet" }, beside));
  });
  find("answers").replaceChildren(...(lines.length ? lines : [element("li", { class: "quiet" }, t("tutor.log-none"))]));
}

function say(key, text) {
  const place = find("notices"), old = place.querySelector(`[data-key="${key}"]`);
  if (!text) return old?.remove();
  if (old) old.textContent = text;
  else place.append(element("p", { class: "notice", "data-key": key }, text));
}

// --- what the person does
async function act(move) {
  if (!shown || sending || !shown.view.moves.some((one) => one.move === move)) return;
  const which = shown.number;
  busy(true);
  localStorage.setItem(NAME, find("name").value.trim());
  try {
    const fate = await call(`/requests/${which}/answer`, { method: "POST", body: { move, name: find("name").value.trim() } });
    say("fate", t("tutor.answered", { number: which, move: fate.text }));
  } catch (error) {
    say("fate", error.code === "answered" || error.code === "timed-out" ? error.message : t("tutor.failed", { why: error.message }));
    if (told && error.status === 409) tellFate(which);
  }
  busy(false);
}

document.addEventListener("keydown", (event) => {
  if (!shown || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog")) return;
  if (drawing?.key(event)) return event.preventDefault();
  const keys = picture?.letters?.(shown.view.moves, language) ?? {};
  const found = shown.view.moves.find(({ move }) => keys[move] === event.key.toLowerCase());
  if (found) (event.preventDefault(), act(found.move));
});
find("own-do").addEventListener("click", () => shown && act(shown.own.move));
find("name").value = localStorage.getItem(NAME) ?? "";

function enter(place) {
  sessionStorage.setItem(PLACE, JSON.stringify(place));
  here = place;
  say("refused", null);
  say("fate", null);
  idle();
  follow();
  find("lesson").scrollIntoView({ block: "start" });
}

window.addEventListener("hashchange", () => (here = remembered()) && follow());
here = remembered();
if (here) follow();
else find("no-link").hidden = false;
showOwner({ enter });

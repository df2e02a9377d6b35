// The table page: the line to the server, what is shown of it and when, and what a person does.
import { button, dropSeat, element, keepSeat, problemOf, seatAt } from "../basics/api.js";
import { drawClock } from "../table_page/clock.js";
import { note } from "../mine/ledger.js";
import { pacing } from "../table_page/pace.js";
import { betweenPanel, overPanel, whyPanel, withdrawal } from "../table_page/panels.js";
import { lobbyPage, named, tablePage } from "../basics/places.js";
import { settings } from "../basics/settings.js";
import { connect } from "../table_page/socket.js";
import { sound } from "../table_page/sound.js";
import { hear, talkBar, talkOf } from "../table_page/talk.js";
import { drawCalls, drawFacts, drawLog, drawScore, drawTurn, isMine, nameOf, withFullStop } from "../table_page/parts.js";
import { load } from "../tables/choose.js";
import { speak } from "../table_page/voice.js";
import { language, t } from "../basics/words.js";

const ONWARD = 2600, TOGETHER = 1000;
const LINE_TEXTS = new Set(["lost", "waiting", "taken-over", "refused", "gone"]);
const DEAD = new Set(["taken-over", "refused", "gone"]);
const SILENT = new Set(["card", "point", "step"]); // moves that are made, not called
const find = (id) => document.getElementById(id);
const table = named();

let seat = seatAt(table), line = null, drawing = null, picture = null, loading = null;
let lineState = "connecting", problem = "", before = null, sent = null, rematch = false, heard = -1;

const pace = pacing({ picture: () => picture, show, finished });

// --- showing
function show(view) {
  problem = "";
  draw(view);
  calls(view);
  if (view.whys?.length) why({ decisions: view.whys });
  if (view.over) over(view);
  if (view.over && !seat?.study) note(view);
  if (view.over && seat && !rematch) sound("end");
  if (view.next && rematch) follow(view.next);
}

function draw(view) {
  const seats = view.seats.map((one) => one.name || t("table.open-seat"));
  find("title").textContent = `${view.title}: ${seats.join(" × ")}`;
  drawing.update(view);
  drawScore(find("score"), view, picture);
  tell(view);
  notices(view);
  waiting(view);
  drawTurn(find("turn"), view);
  drawClock(find("clock"), view, { standIn: () => line.say({ type: "stand-in" }), claim: () => confirmed("claim", () => line.say({ type: "claim" })) });
  facts(view);
  watching(view);
  talkBar(find("talk-bar"), view, (saying) => line.say({ type: "say", saying }));
}

// Tables of agents: whoever looks on may stop them, and look at one move after the other.
function watching(view) {
  const root = find("watching");
  root.hidden = view.over || view.seat !== null || view.seats.some(({ kind }) => kind !== "agent");
  if (root.hidden || root.childElementCount) return;
  const step = button(t("table.step"), () => pace.step(), "small", { hidden: true });
  const stop = button(t("table.pause"), () => {
    pace.pause(!pace.paused);
    stop.textContent = t(pace.paused ? "table.go-on" : "table.pause");
    step.hidden = !pace.paused;
  }, "small");
  root.append(stop, step);
}

// Who waits for players needs more than who plays: it is fetched then.
async function waiting(view) {
  if (!find("waiting") && !view.seats.some(({ kind }) => kind === "open")) return;
  const { waitingPanel } = await import("../table_page/waiting.js");
  waitingPanel(find("drawing"), pace.current ?? view, { t, table, seat, cancel: () => confirmed("cancel", leave) });
}

function tell(view) {
  const { fresh, spoken } = drawLog(find("log"), view, before, talkOf(view));
  const aloud = [spoken, hear(view), turned(view)].filter(Boolean).join(" ");
  if (aloud) announce(aloud);
  if (view.ply !== heard) {
    if (fresh.length) sound(SILENT.has(fresh.at(-1).kind) ? "card" : "call");
    for (const { seat: who, kind, text } of fresh) if (who !== view.seat && !SILENT.has(kind)) speak(text, who);
    if (isMine(view)) sound("turn");
  }
  if (before && before.unit !== view.unit) find("why-box").hidden = true; // it told of a hand that is gone
  before = view;
  heard = view.ply;
}

// The line that says whose turn it is tells the last move too, which is heard already: only what is new in it is said.
function turned(view) {
  if (view.over) return before?.over ? "" : view.result?.text;
  return isMine(view) && view.ply !== heard ? `${t("table.your-turn")}.` : "";
}

function calls(view) {
  sent = null;
  find("hint").hidden = true;
  document.querySelectorAll(".hinted").forEach((one) => one.classList.remove("hinted"));
  find("calls").classList.remove("busy");
  pause(false);
  drawCalls(find("calls"), view, picture, act);
}

function notices(view) {
  const said = LINE_TEXTS.has(lineState) ? [t(`line.${lineState}`)] : [];
  const all = [...new Set([...said, problem, ...(view?.notices ?? []).map(({ text }) => text)])].filter(Boolean);
  const root = find("notices"), key = all.join("|");
  if (root.dataset.key === key) return;
  root.dataset.key = key;
  root.replaceChildren(...all.map((text) => element("p", { class: "notice" }, text)));
  if (lineState === "taken-over") root.append(button(t("line.use-here"), () => location.reload(), "primary"));
  if (lineState === "gone") root.append(element("a", { class: "button primary", href: lobbyPage() }, t("table.lobby")));
}

function facts(view) {
  drawFacts(find("facts"), view, {
    hint: () => line.say({ type: "hint" }),
    why: () => why({ unit: view.last?.unit ?? view.unit }),
    resign: () => confirmed("resign", () => line.say({ type: "resign" })),
    leave: () => confirmed("leave", leave),
  });
}

function leave() {
  line.say({ type: "leave" });
  setTimeout(() => (location.href = seat?.room ? `/room/${seat.room}` : lobbyPage()), 250);
}

// A hand is over: it stays in sight until the person goes on.
function finished(last, next, go) {
  draw(last);
  if (next.over) return go();
  const onward = () => {
    pause(false);
    go();
    focusTurn();
  };
  betweenPanel(find("between"), next, { t, nameOf, go: onward, why: () => why({ unit: last.unit }) });
  pause(true);
  if (settings.onward || next.seat === null) setTimeout(onward, ONWARD * Math.max(settings.pace, 0.4));
  else find("between").querySelector("button")?.focus({ preventScroll: true });
}

function over(view) {
  const last = view.last?.unit === view.unit ? view.last : null; // who gives up leaves a hand unfinished
  if (last?.state) drawing.update({ ...view, state: last.state, told: last.told, hands: last.hands ?? null, moves: [] });
  const again = { rematch: askRematch, asked: rematch, why: () => why({ unit: view.last?.unit ?? view.unit }) };
  overPanel(find("between"), view, { t, nameOf, table, seat, ...again });
  find("withdrawal")?.remove(); // the panel tells the code now
  pause(true);
  if (document.activeElement === document.body) find("between").querySelector("button")?.focus({ preventScroll: true });
}

// The panel stands where calls and turn line stand otherwise.
function pause(on) {
  find("between").hidden = !on;
  find("calls").hidden = on;
  find("place").classList.toggle("paused", on);
}

function why({ unit, decisions }) {
  const box = find("why-box");
  box.hidden = false;
  whyPanel(find("why"), { t, nameOf, table, token: seat?.token, unit, view: pace.current, decisions });
  if (!decisions) box.scrollIntoView({ behavior: settings.reduced ? "auto" : "smooth", block: "nearest" });
}

// What was said a moment ago stays: it may not have been read out yet.
function announce(text) {
  const root = find("say"), now = performance.now();
  for (const one of [...root.children]) if (now - one.dataset.at > TOGETHER) one.remove();
  root.append(element("span", { "data-at": now }, `${text} `));
}

function focusTurn() {
  if (document.activeElement !== document.body) return;
  const first = find("drawing").querySelector("button.legal") ?? find("calls").querySelector("button");
  first?.focus({ preventScroll: true });
}

// --- what the person does
function act(move) {
  const view = pace.current;
  if (!view || sent !== null || pace.behind || pace.waiting || !isMine(view)) return;
  sent = view.ply;
  find("calls").classList.add("busy");
  for (const one of find("calls").children) one.setAttribute("aria-disabled", "true");
  line.say({ type: "move", ply: view.ply, move });
}

function askRematch() {
  rematch = true;
  if (pace.newest.next) return follow(pace.newest.next);
  line.say({ type: "rematch" });
  over(pace.newest);
}

function follow(next) {
  if (next.token) keepSeat(next.table, { seat: next.seat, token: next.token, code: seat?.code ?? null, withdrawal: seat?.withdrawal ?? null });
  location.href = tablePage(next.table);
}

function confirmed(key, go) {
  const dialog = find("confirm");
  find("confirm-text").textContent = t(`table.${key}-sure`);
  dialog.returnValue = "no";
  dialog.onclose = () => dialog.returnValue === "yes" && go();
  dialog.showModal();
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (pace.waiting || !drawing || event.target.closest("input, select, textarea, dialog")) return;
  const called = [...find("calls").querySelectorAll("button")].find((one) => one.dataset.key === event.key.toLowerCase());
  if (called) called.click();
  else if (!drawing.key(event)) return;
  event.preventDefault();
});

// --- the line
const on = {
  view(view) {
    loading ??= load(view.drawing).then((found) => {
      picture = found;
      drawing = picture.create(find("drawing"), { t, act, settings, announce, language });
      pace.pump();
    });
    pace.receive(view);
  },
  hint({ move, text, sentence }) {
    find("hint").textContent = t("table.hint-says", { move: withFullStop(text ?? move), why: sentence ?? "" });
    find("hint").hidden = false;
    find("hint").scrollIntoView({ block: "nearest" });
    const named = ["move", "card"].map((kind) => `[data-${kind}="${CSS.escape(move)}"]`).join();
    document.querySelectorAll(named).forEach((one) => one.classList.add("hinted"));
  },
  state(state) {
    lineState = state;
    find("place").inert = DEAD.has(state); // what is drawn there is no table any more
    if (state === "refused" && seat) dropSeat(table);
    notices(pace.current);
    if (!pace.current && LINE_TEXTS.has(state)) find("turn").textContent = t(`line.${state}`);
  },
  error({ code, message }) {
    if (code !== "stale-ply") problem = problemOf({ code, message });
    if (pace.current && !pace.waiting && !pace.current.over) calls(pace.current);
    notices(pace.current);
  },
};

function start() {
  if (seat?.room) import("../rooms/at_table.js").then(({ bar }) => bar(find("notices"), table, seat));
  line = connect(table, seat?.token, language, on);
  if (!seat?.withdrawal || find("withdrawal")) return;
  find("facts").after(element("section", { class: "panel", id: "withdrawal" }, withdrawal(seat, t)));
}

if (window.matchMedia("(max-width: 959px)").matches) find("log-fold").open = false;
const hash = new URLSearchParams(location.hash.slice(1)), invited = hash.get("invite"), given = hash.get("seat");
if (given && !seat) {
  seat = { seat: Number(given.split(".")[0]), token: given.slice(given.indexOf(".") + 1) };
  keepSeat(table, seat);
  history.replaceState(null, "", location.pathname); // the secret stays out of the address bar
}
if (invited && !seat) {
  import("../table_page/join.js").then(({ join }) => join(find("place"), table, invited, (given) => {
    seat = given;
    start();
  }));
} else start();

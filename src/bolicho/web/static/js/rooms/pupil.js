// The page of a pupil: where to go now, homework, free tables, the standings, and one's own name.
import { agentOptions } from "../lobby/agent_choice.js";
import { button, element, get } from "../basics/api.js";
import { t } from "../basics/words.js";
import { confirmed, dropRoom, goToTable, redraw, roundText, say, signed, standingsTable, trying, versus } from "./shared.js";

const PULLS = new Set(["swiss", "round-robin", "knock-out", "simul"]);
let games = null, known = null; // tables that were there when the page was opened pull nobody: the back button works

const LEFT = ["now", "homework", "me"], RIGHT = ["standings", "free"];
const part = (root, id) => root.querySelector(`#${id}`);

export function draw(root, view, room) {
  document.getElementById("who").textContent = t("room.you-are", { name: view.me.name });
  if (!root.dataset.drawn) {
    const panel = (id) => element("section", { class: "panel", id, "aria-labelledby": `${id}-title` });
    root.replaceChildren(...[LEFT, RIGHT].map((ids) => element("div", { class: "side" }, ids.map(panel))));
    root.dataset.drawn = "pupil";
  }
  const pulled = view.mine.find(({ table, kind }) => PULLS.has(kind) && known && !known.has(table));
  known ??= new Set();
  for (const { table } of view.mine) known.add(table);
  if (pulled) return goToTable(room, pulled);
  now(part(root, "now"), view, room);
  homework(part(root, "homework"), view, room);
  standings(part(root, "standings"), view);
  free(part(root, "free"), view, room);
  me(part(root, "me"), view, room);
}

const current = (view) => view.contests.filter(({ kind }) => PULLS.has(kind)).at(-1);
const seatsIn = (contest, view) => contest.tables.some(({ seats }) => seats.some(({ entrant }) => contest.members[entrant] === view.me.id));

function now(root, view, room) {
  const contest = current(view), running = contest && !contest.over ? contest : null;
  const left = running ? running.tables.filter(({ over }) => !over).length : 0;
  const mine = view.mine.filter(({ kind }) => kind !== "homework");
  redraw(root, [mine.map(({ table, my_turn: turn, seats }) => [table, turn, seats]), running?.session, running?.late, left], () => {
    const told = running ? (seatsIn(running, view) ? t("room.wait-round", { n: left }) : running.late.includes(view.me.id) ? t("room.late-in") : running.members.includes(view.me.id) ? t("room.rests") : t("room.not-in")) : t("room.wait");
    return [
      element("h2", { id: "now-title" }, t("room.now")),
      running ? element("p", { class: "round" }, element("strong", {}, `${running.title}: ${t(`room.kind-${running.kind}`)}`), ` ${roundText(running)}`) : null,
      mine.length ? null : element("p", {}, told),
      mine.map((table) => element("p", {}, button([t("room.to-table-of", { names: versus(table) }), table.my_turn ? ` (${t("room.my-turn")})` : ""].join(""), () => goToTable(room, table), "primary big"))),
    ];
  });
}

function homework(root, view, room) {
  const all = view.contests.filter(({ kind, over }) => kind === "homework" && !over);
  root.hidden = !all.length;
  redraw(root, all.map(({ id, tables, tasks, tries }) => [id, tasks, tries, tables.filter(({ seats }) => seats.length).map(({ board, over, scores, table }) => [board, over, over && scores, table])]), () => [
    element("h2", { id: "homework-title" }, t("room.homework")),
    all.map((contest) => {
      const mine = (task) => contest.tables.filter(({ board, seats }) => board === task && seats.some(({ entrant }) => contest.members[entrant] === view.me.id));
      const line = (task) => {
        const tries = mine(task), open = tries.find(({ over }) => !over), n = task + 1, left = contest.tries - tries.length;
        const done = tries.filter(({ over }) => over).map((one) => netOf(contest, one, view));
        const told = done.length ? element("span", { class: "done" }, `✓ ${t("room.task-done", { n, score: done.join(", ") })} `) : null;
        const go = trying(async () => goToTable(room, { ...(await say(room, `contests/${contest.id}/tasks/${task}`)), seat: null }));
        const word = open ? "room.task-on" : done.length ? "room.task-again" : "room.task-play";
        return element("li", {}, told, open || left > 0 ? button(t(word, { n }), go, open ? "primary" : done.length ? "small" : "") : null);
      };
      return [element("p", { class: "quiet" }, t("room.homework-against", { game: contest.title, agent: contest.agent })), element("ul", { class: "plain tasks" }, contest.tasks.map((_, at) => line(at)))];
    }).flat(),
  ]);
}

function netOf(contest, { seats, scores }, view) {
  const own = seats.findIndex(({ entrant }) => contest.members[entrant] === view.me.id);
  return seats.length === 2 ? signed(scores[own] - scores[1 - own]) : signed(scores[own]);
}

function standings(root, view) {
  const contest = current(view);
  root.hidden = !contest;
  if (!contest) return;
  redraw(root, [contest.id, contest.standings, contest.over, contest.session], () => [
    element("h2", { id: "standings-title" }, t("room.standings")),
    element("p", { class: "quiet" }, `${contest.title}: ${t(`room.kind-${contest.kind}`)}. ${roundText(contest)}`),
    standingsTable(contest, view.me.id, contest.members),
  ]);
}

function free(root, view, room) {
  const tables = view.contests[0].tables;
  redraw(root, tables.map(({ table, waiting, seats }) => [table, waiting, seats]), () => {
    const list = tables.map((table) => {
      const sit = trying(async () => goToTable(room, { ...(await say(room, `tables/${table.match}/sit`)), seat: null }));
      const own = view.mine.some((mine) => mine.table === table.table);
      const action = table.waiting && !own ? button(t("room.free-sit"), sit, "small primary", { "aria-label": `${t("room.free-sit")}: ${table.title}, ${versus(table)}` }) : null;
      return element("li", { class: "row spread" }, element("span", {}, element("strong", {}, table.title), ` ${versus(table)}`), action);
    });
    return [
      element("h2", { id: "free-title" }, t("room.free")),
      element("p", { class: "quiet" }, t("room.free-told")),
      list.length ? element("ul", { class: "plain tables" }, list) : element("p", { class: "quiet" }, t("room.free-none")),
      opener(room),
    ];
  });
}

function opener(room) {
  const game = element("select", { id: "free-game" }), rival = element("select", { id: "free-rival" });
  const agents = async () => {
    const { agents: found } = await get(`/api/games/${game.value}/agents`);
    rival.replaceChildren(element("option", { value: "" }, t("room.somebody")));
    agentOptions(rival, found, "");
  };
  const fill = async () => {
    games ??= (await get("/api/games")).games;
    game.replaceChildren(...games.map(({ name, title }) => element("option", { value: name }, title)));
    await agents();
  };
  game.addEventListener("change", agents);
  const open = trying(async () => {
    const { seats } = games.find(({ name }) => name === game.value);
    const others = Array.from({ length: seats - 1 }, () => rival.value || null);
    goToTable(room, { ...(await say(room, "tables", { game: game.value, others })), seat: 0 });
  });
  const fold = element("details", { id: "free-open" }, element("summary", {}, t("room.free-open")),
    element("div", { class: "field" }, element("label", { for: "free-game" }, t("room.game")), game),
    element("div", { class: "field" }, element("label", { for: "free-rival" }, t("room.against")), rival),
    button(t("room.free-open"), open, "primary"));
  fold.addEventListener("toggle", () => fold.open && !game.length && fill());
  return fold;
}

function me(root, view, room) {
  redraw(root, [view.me], () => {
    const agree = element("input", { type: "checkbox", id: "agreed", checked: view.me.agreed });
    agree.addEventListener("change", trying(() => say(room, "agree", { agreed: agree.checked })));
    const leave = () => confirmed(t("room.leave-sure"), trying(async () => {
      await say(room, "leave");
      dropRoom(room.code);
      location.href = "/room";
    }));
    return [
      element("h2", { id: "me-title" }, t("room.me")),
      element("label", { class: "check" }, agree, element("span", {}, t("room.agree"), " ", element("a", { href: "/rooms/kept" }, t("room.kept")))),
      element("p", {}, button(t("room.leave"), leave, "small danger")),
    ];
  });
}

// The page of the teacher: the code, who is there, what to play, how it goes, the results, and the end.
import { button, element } from "../basics/api.js";
import { origin, addressChoice } from "../basics/network.js";
import { language, t } from "../basics/words.js";
import { activities } from "./activities.js";
import { codeArt, confirmed, copyRow, doorOf, dropRoom, goToTable, joinLink, redraw, roundText, say, signed, standingsTable, tokenOf, trying, versus } from "./shared.js";

const LONG = 20; // seconds that somebody is waited for before the page says so
const LEFT = ["invite", "people"], RIGHT = ["running", "start", "homeworks", "results"];
const part = (id) => element("section", { class: "panel", id, "aria-labelledby": `${id}-title` });

export function draw(root, view, room) {
  if (!root.dataset.drawn) {
    root.dataset.drawn = "teacher";
    root.replaceChildren(...[LEFT, RIGHT].map((ids) => element("div", { class: "side" }, ids.map(part))));
  }
  const find = (id) => root.querySelector(`#${id}`);
  if (view.closed) return closed(root, view, room);
  invite(find("invite"), view, room);
  people(find("people"), view, room);
  running(find("running"), view, room);
  start(find("start"), view, room);
  homeworks(find("homeworks"), view, room);
  results(find("results"), view, room);
}

function invite(root, view, room) {
  redraw(root, [view.locked, origin(view.addresses)], () => {
    const screen = `/room/${room.code}/screen#screen=${room.screen}`;
    const lock = trying(() => say(room, "change", { locked: !view.locked }));
    const own = `${joinLink(view)}#key=${room.key}~${room.screen}`;
    return [
      element("div", { class: "invite-code" },
        element("div", { class: "code-art" }, codeArt(view)),
        element("div", {},
          element("h2", { id: "invite-title", class: "quiet" }, t("room.code-is")),
          element("p", { class: "code" }, room.code),
          element("p", { class: "quiet" }, `${t("room.address")} ${doorOf(view)}`),
          copyRow(joinLink(view), t("room.copy")))),
      addressChoice(view.addresses, () => invite(root, view, room)),
      element("p", { class: "row" },
        element("a", { class: "button primary", href: screen, target: "_blank", rel: "noopener" }, t("room.screen")),
        button(t(view.locked ? "room.unlock" : "room.lock"), lock, "", { id: "lock", "aria-describedby": "lock-told" }),
        element("span", { class: "quiet", id: "lock-told" }, t("room.lock-told"))),
      element("details", { id: "own-link" }, element("summary", {}, t("room.key")), element("p", { class: "quiet" }, t("room.key-told")), copyRow(own, t("room.key"))),
    ];
  });
}

function people(root, view, room) {
  redraw(root, view.people, () => [
    element("h2", { id: "people-title" }, view.people.length ? t("room.people-count", { n: view.people.length }) : t("room.people")),
    view.people.length ? element("ul", { class: "plain people" }, view.people.map((one) => person(one, room))) : element("p", {}, t("room.nobody")),
  ]);
}

function person({ id, name, present, away }, room) {
  const state = away ? "away" : present ? "present" : "absent";
  const told = element("p", { class: "quiet", role: "status" });
  const comeback = trying(async () => (told.textContent = t("room.comeback-told", { name, ...(await say(room, `members/${id}/comeback`)) })));
  const remove = () => confirmed(t("room.remove-sure", { name }), trying(() => say(room, `members/${id}/remove`)));
  const mark = trying(() => say(room, `members/${id}/away`, { away: !away }));
  return element("li", {}, element("details", { id: `person-${id}` },
    element("summary", {}, element("span", { class: `dot ${state}`, "aria-hidden": "true" }), element("span", { class: "person" }, name), " ", element("span", { class: state === "present" ? "unseen" : "quiet" }, t(`room.${state}`))),
    element("p", { class: "row" },
      button(t(away ? "room.mark-here" : "room.mark-away"), mark, "small"),
      button(t("room.comeback"), comeback, "small"),
      button(t("room.remove"), remove, "small danger")),
    told));
}

const isPlayed = ({ kind }) => kind !== "homework" && kind !== "free";
const current = (view) => view.contests.filter(isPlayed).at(-1);

function running(root, view, room) {
  const contest = current(view);
  root.hidden = !contest;
  if (!contest) return;
  const left = contest.tables.filter(({ over }) => !over);
  const waits = view.mine.filter(({ my_turn: turn, kind }) => turn && kind === "simul");
  redraw(root, [contest.id, contest.over, contest.session, contest.standings, contest.tables.map((one) => [one.table, one.over, one.scores, one.turn, one.stand_in, late(one)]), waits.length, contest.late, outside(contest, view)], () => [
    element("h2", { id: "running-title" }, `${contest.title}: ${t(`room.kind-${contest.kind}`)}`),
    element("p", {}, element("strong", {}, roundText(contest)), " ", contest.over ? "" : left.length ? t("room.tables-left", { n: left.length, all: contest.tables.length }) : t("room.all-played")),
    waits.length ? element("p", {}, button(t("room.next-waiting", { n: waits.length }), () => goToTable(room, waits[0]), "primary big")) : null,
    contest.over ? null : element("ul", { class: "plain tables" }, contest.tables.map((table) => tableLine(table, contest, view, room))),
    standingsTable(contest),
    latecomers(contest, view, room),
    contest.over ? null : element("p", { class: "row" },
      left.length ? null : button(t("room.next"), trying(() => say(room, `contests/${contest.id}/next`)), "primary"),
      button(t("room.end"), () => confirmed(t("room.end-sure"), trying(() => say(room, `contests/${contest.id}/end`))), "small danger")),
  ]);
}

// Who came when it had begun: a swiss takes them in the next round.
const outside = (contest, view) => (contest.can_join ? view.people.filter(({ id }) => !contest.members.includes(id) && !contest.late.includes(id)) : []);

function latecomers(contest, view, room) {
  const waiting = view.people.filter(({ id }) => contest.late.includes(id)), others = outside(contest, view);
  if (!waiting.length && !others.length) return null;
  const letIn = ({ id }) => trying(() => say(room, `contests/${contest.id}/late`, { member: id }));
  return element("div", { class: "latecomers" },
    waiting.length ? element("p", {}, t("room.late-wait", { names: waiting.map(({ name }) => name).join(", ") })) : null,
    others.length ? element("p", { class: "quiet" }, t("room.late-told")) : null,
    element("p", { class: "row" }, others.map((one) => button(t("room.late-let", { name: one.name }), letIn(one), "small"))));
}

const late = ({ away }) => (away !== null && away >= LONG ? Math.floor(away / 10) * 10 : null);

function tableLine(table, contest, view, room) {
  const { seats, over, turn, scores, match, stand_in: standIn } = table, waited = late(table);
  const score = scores ? element("span", { class: "score" }, scores.join(" – ")) : null;
  const who = turn === null ? "" : seats[turn].name;
  const state = over ? "" : waited ? t("room.waits-since", { name: who, n: waited }) : who ? t("room.waits-for", { name: who }) : t("room.playing");
  const played = seats.filter((_, at) => standIn[at]).map(({ name }) => t("room.agent-plays", { name }));
  const missed = !over && waited && contest.members[seats[turn].entrant] !== null;
  const absent = (give) => trying(() => say(room, `contests/${contest.id}/matches/${match}/absent`, { seat: turn, give }));
  return element("li", { class: `${over ? "over" : ""}${waited ? " late" : ""}` },
    element("span", { class: "row spread" }, element("span", {}, over ? "✓ " : "", versus(table)), score),
    element("span", { class: "quiet row" }, [state, ...played].filter(Boolean).join(" · "),
      over ? null : button(t("room.look-on"), () => goToTable(room, { table: table.table, seat: null }), "link small", { "aria-label": `${t("room.look-on")}: ${versus(table)}` })),
    missed ? element("span", { class: "row" },
      button(t("room.let-agent", { name: who }), absent(false), "small"),
      seats.length === 2 ? button(t("room.give", { name: seats[1 - turn].name }), absent(true), "small") : null) : null);
}

function start(root, view, room) {
  const contest = current(view);
  root.hidden = Boolean(contest && !contest.over);
  redraw(root, [room.code], () => [element("h2", { id: "start-title" }, t("room.start")), activities(room, () => root.dataset.people ?? "0")]);
  root.dataset.people = String(view.people.filter(({ away }) => !away).length);
  root.dispatchEvent(new CustomEvent("people"));
}

function homeworks(root, view, room) {
  const all = view.contests.filter(({ kind }) => kind === "homework");
  root.hidden = !all.length;
  redraw(root, all.map(({ id, over, tables, names, tasks }) => [id, over, names, tasks, tables.map(({ board, seats, scores, over: done }) => [board, seats, done && scores])]), () => [
    element("h2", { id: "homeworks-title" }, t("room.homework")),
    all.map((contest) => [
      element("p", {}, element("strong", {}, t("room.homework-against", { game: contest.title, agent: contest.agent })), contest.over ? ` ${t("room.over")}` : ""),
      grid(contest),
      contest.over ? null : button(t("room.end"), () => confirmed(t("room.end-sure"), trying(() => say(room, `contests/${contest.id}/end`))), "small danger"),
    ]).flat(),
  ]);
}

// Names by task: what each won or lost, … while they play.
function grid({ tasks, names, members, tables }) {
  const cell = (entrant, task) => {
    const tries = tables.filter(({ board, seats }) => board === task && seats.some((seat) => seat.entrant === entrant));
    return tries.map(({ over, seats, scores }) => {
      if (!over) return "…";
      const own = seats.findIndex((seat) => seat.entrant === entrant);
      return signed(scores.length === 2 ? scores[own] - scores[1 - own] : scores[own]);
    }).join(", ");
  };
  const rows = names.map((name, entrant) => [name, entrant]).filter(([, entrant]) => members[entrant] !== null);
  const head = tasks.map((text, at) => element("th", { scope: "col", class: "number", title: text }, t("room.task", { n: at + 1 })));
  return element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": t("room.homework") }, element("table", {},
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, t("room.player")), head)),
    element("tbody", {}, rows.map(([name, entrant]) => element("tr", {}, element("th", { scope: "row" }, name), tasks.map((_, task) => element("td", { class: "number" }, cell(entrant, task))))))));
}

function results(root, view, room) {
  redraw(root, [view.idle_days, view.closed], () => [
    element("h2", { id: "results-title" }, t("room.results")),
    downloads(room),
    element("h3", {}, t("room.close")),
    element("p", { class: "quiet" }, `${t("room.close-told")} ${t("room.close-idle", { days: view.idle_days })}`),
    button(t("room.close"), () => confirmed(t("room.close-sure"), trying(async () => {
      await say(room, "close");
      location.reload();
    })), "danger"),
  ]);
}

function downloads(room) {
  const save = (what) => trying(async () => {
    const answer = await fetch(`/api/rooms/${room.code}/results.csv?what=${what}&lang=${language}`, { headers: { Authorization: `Bearer ${tokenOf(room)}` } });
    const link = element("a", { href: URL.createObjectURL(await answer.blob()), download: `bolicho-${room.code}-${what}.csv` });
    link.click();
    URL.revokeObjectURL(link.href);
  });
  return element("p", { class: "row" }, button(t("room.csv-standings"), save("standings")), button(t("room.csv-matches"), save("matches")));
}

function closed(root, view, room) {
  redraw(root, [view.code, "closed"], () => [element("section", { class: "panel" },
    element("p", {}, t("room.closed-results")),
    view.contests.filter(({ kind }) => kind !== "free").map((contest) => [element("h2", {}, `${contest.title}: ${t(`room.kind-${contest.kind}`)}`), standingsTable(contest)]).flat(),
    downloads(room),
    button(t("room.drop"), trying(async () => {
      await say(room, "close");
      dropRoom(room.code);
      location.href = "/room";
    }), "danger"))]);
}

// The list of recorded matches: newest first, by game and player, page after page; and a record opened from a file.
import "../basics/settings.js";
import { element, get, post } from "../basics/api.js";
import { language, number, t } from "../basics/words.js";

const LARGEST = 512 * 1024;
const find = (id) => document.getElementById(id);
const when = new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "short" });
let next = null;

async function show(fresh) {
  const asked = new URLSearchParams({ limit: "25", language });
  for (const name of ["game", "agent"]) if (find(name).value.trim()) asked.set(name, find(name).value.trim());
  if (!fresh && next) asked.set("before", next);
  if (fresh) find("list").replaceChildren();
  for (const link of find("export").querySelectorAll("a")) {
    const { game, agent } = Object.fromEntries(asked), wanted = Object.entries({ form: link.dataset.form, game, agent });
    link.href = `/api/export/matches?${new URLSearchParams(wanted.filter(([, value]) => value))}`;
  }
  find("told").textContent = t("matches.loading");
  try {
    const page = await get(`/api/matches?${asked}`);
    next = page.before;
    find("list").append(...page.matches.map(row));
    const empty = !find("list").children.length;
    find("told").textContent = empty ? t(asked.has("game") || asked.has("agent") ? "matches.none-found" : "matches.none") : "";
    find("list-box").hidden = empty;
    find("more").hidden = !next;
  } catch (error) {
    find("told").textContent = t("matches.failed", { why: error.message });
  }
}

function row(match) {
  const watchable = match.finished || match.open;
  const link = watchable
    ? element("a", { class: "go", href: `/replay/${match.id}`, "aria-label": t("matches.watch", { n: match.id }) }, `▶ ${match.id}`)
    : element("span", { class: "go quiet" }, String(match.id));
  const players = match.names.map((name, seat) => element("span", { class: seat === match.winner ? "winner" : "", title: match.agents[seat] }, name));
  const result = !match.finished ? t("matches.running") : match.winner !== null ? t("matches.won", { who: match.names[match.winner] }) : t(match.agents.length > 2 ? "matches.shared" : "matches.drawn");
  return element("tr", {},
    element("th", { scope: "row" }, link),
    element("td", {}, match.title),
    element("td", { class: "players-cell" }, element("span", { class: "players" }, players)),
    element("td", {}, match.scores.map((points) => number(points)).join(match.scores.length > 2 ? " · " : " – ")),
    element("td", { class: "result" }, result),
    element("td", { class: "when quiet" }, when.format(new Date(match.when))));
}

async function open(file) {
  const told = (key) => (find("file-told").textContent = t(key));
  find("file-told").textContent = "";
  if (!file) return;
  if (file.size > LARGEST) return told("matches.too-large");
  let record;
  const text = await file.text();
  try {
    record = JSON.parse(text);
  } catch {
    try {
      record = JSON.parse(text.split("\n").find((line) => line.trim()));
    } catch {
      return told("matches.not-json");
    }
  }
  try {
    await post(`/api/matches/look?unit=0&language=${language}`, record);
    sessionStorage.setItem("bolicho.look", JSON.stringify(record));
    location.href = "/replay/file";
  } catch (error) {
    find("file-told").textContent = error.message;
  }
}

find("filters").addEventListener("submit", (event) => {
  event.preventDefault();
  const there = new URL(location.href);
  for (const name of ["game", "agent"]) find(name).value.trim() ? there.searchParams.set(name, find(name).value.trim()) : there.searchParams.delete(name);
  history.replaceState(null, "", there);
  show(true);
});
find("more").addEventListener("click", () => show(false));
find("file").addEventListener("change", (event) => open(event.target.files[0]));

const asked = new URLSearchParams(location.search);
find("agent").value = asked.get("agent") ?? "";
get("/api/games").then(({ games }) => {
  find("game").append(...games.map((game) => element("option", { value: game.name }, game.title)));
  find("game").value = asked.get("game") ?? "";
}).finally(() => show(true));

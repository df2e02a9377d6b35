// One job: followed live over Server-Sent Events, cancelled, resumed; and in the end what it found.
import { element } from "../basics/api.js";
import { drawChart, drawFrames } from "../charts/charts.js";
import { playAgainst } from "../lab/opponent.js";
import { ACTIVE, RESUMABLE, call, duration, key, keepKey, stateOf, titleOf } from "../lab/shared.js";
import { language, number, t } from "../basics/words.js";
import "../basics/settings.js";

const id = location.pathname.split("/").pop(), base = `/api/jobs/${encodeURIComponent(id)}`;
const find = (name) => document.getElementById(name);
const bar = find("bar"), log = find("log"), told = find("told");
const KEPT = 500;
let state = "", stream = null, shown = "", kind = "", written = language;

function drawState(now, message = "") {
  state = now;
  find("state").textContent = stateOf(now);
  find("state").className = `tag state ${now}`;
  find("message").textContent = message;
  find("cancel").hidden = !ACTIVE.includes(now);
  find("resume").hidden = !RESUMABLE.includes(now);
  bar.hidden = now === "queued" || now === "failed";
  if (!ACTIVE.includes(now)) find("left").textContent = "";
  if (now === "done") { bar.max = bar.max || 1; bar.value = bar.max; }
}

function drawProgress({ what = "", done, total, seconds = null, left = null }) {
  if (!total) { bar.removeAttribute("value"); return; }
  bar.max = total;
  bar.value = done;
  find("what").textContent = what;
  find("count").textContent = t("lab.done-of", { done: number(done), total: number(total) });
  const times = [];
  if (seconds !== null) times.push(t("lab.elapsed", { time: duration(seconds) }));
  if (left !== null && ACTIVE.includes(state)) times.push(t("lab.left", { time: duration(left) }));
  find("left").textContent = times.join(" · ");
}

function addLog(line) {
  const low = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  log.append(`${line}\n`);
  while (log.childNodes.length > KEPT) log.firstChild.remove();
  if (low) log.scrollTop = log.scrollHeight;
}

function drawJob(job) {
  kind = job.kind;
  written = job.language;
  find("title").textContent = `${job.id} · ${t(`lab.kind-${job.kind}`)}`;
  find("typed").textContent = job.commands.join("\n");
  drawOptions(job);
  drawState(job.state, job.message);
  drawProgress(job);
}

// The form that was filled in, as the reader would see it in their language; a name without a form stays as it is.
let forms = null;
async function drawOptions(job) {
  const { kind: asked, options } = job;
  forms ??= call("/api/jobs/kinds").catch(() => []);
  const fields = (await forms).find((form) => form.kind === asked)?.fields ?? [];
  const said = (value, field) => {
    const label = field?.choices?.find((choice) => String(choice.value) === String(value))?.label[language];
    return label ?? (typeof value === "boolean" ? t(value ? "lab.yes" : "lab.no") : typeof value === "number" ? number(value, Number.isInteger(value) ? 0 : 2) : String(value));
  };
  find("about").textContent = titleOf(job, { fields });
  find("options").replaceChildren(...Object.entries(options).filter(([, value]) => value !== null && value !== "").flatMap(([name, value]) => {
    const field = fields.find((one) => one.name === name), all = Array.isArray(value) ? value : [value];
    return [element("dt", {}, field?.label[language] ?? name), element("dd", {}, all.map((one) => said(one, field)).join(", ") || "–")];
  }));
}

// ── live ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function follow() {
  stream?.close();
  stream = new EventSource(`${base}/events`);
  log.replaceChildren();
  stream.addEventListener("open", () => { told.textContent = ""; });
  stream.addEventListener("error", () => { if (ACTIVE.includes(state)) told.textContent = t("lab.lost"); });
  stream.addEventListener("log", (event) => addLog(JSON.parse(event.data).line));
  stream.addEventListener("progress", (event) => drawProgress(JSON.parse(event.data)));
  stream.addEventListener("state", (event) => {
    const now = JSON.parse(event.data);
    drawState(now.state, now.message);
    settled();
  });
}

// Events of earlier runs come first: only when nothing more comes is the last state the present one.
let waiting = null;
function settled() {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    find("said").textContent = stateOf(state);
    if (ACTIVE.includes(state)) return;
    stream.close();
    if (["done", "failed"].includes(state) && shown !== state) showResults();
    shown = state;
  }, 300);
}

async function act(what) {
  const button = find(what);
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  told.className = "quiet";
  told.textContent = what === "cancel" ? t("lab.cancelling") : "";
  try {
    drawJob(await call(`${base}/${what}`, {}));
    told.textContent = "";
    follow();
  } catch (error) {
    told.className = "error";
    told.textContent = error.message;
    if (error.status === 403) find("key-box").hidden = false;
  }
  button.removeAttribute("aria-disabled");
}

// ── results ────────────────────────────────────────────────────────────────────────────────────────────────────────

const encode = (path) => path.split("/").map(encodeURIComponent).join("/");
const fileAt = (path) => `${base}/files/${encode(path)}`;
const said = `?language=${language}`;
const csvAt = (name) => `${base}/results/${encodeURIComponent(name)}.csv${said}`;

async function showResults() {
  const place = find("charts"), { opponent } = await call(base);
  find("opponent").replaceChildren(...(opponent ? [playAgainst(opponent)] : []));
  const found = await call(`${base}/results${said}`);
  find("no-results").textContent = found.exhibits.length || found.pages.length ? "" : t("lab.no-results-printed");
  find("findings").replaceChildren(...found.findings.map((line) => element("li", {}, line)));
  find("findings-box").hidden = !found.findings.length;
  place.replaceChildren();
  for (const chart of found.exhibits) {
    const panel = element("section", { class: "panel" });
    place.append(panel);
    if (chart.frames.length) drawFrames(panel, chart, (name) => call(`${base}/results/${encodeURIComponent(name)}${said}`), csvAt);
    else drawChart(panel, chart, { csv: csvAt(chart.name), picture: chart.picture && fileAt(chart.picture) });
  }
  drawReports(found.pages);
  if (kind === "tournament") await listMatches(true);
  find("files").replaceChildren(...found.files.map((file) => element("li", {}, element("a", { href: fileAt(file.path) }, file.path), ` ${number(Math.ceil(file.bytes / 1024))} KiB`)));
  find("files-box").hidden = !found.files.length;
}

// Pages written by the lab bring their own scripts and styles: they are shown in a sandbox.
function drawReports(pages) {
  find("reports-box").hidden = !pages.length;
  const other = written === language ? "" : t("lab.report-other", { language: t(`lab.language-${written}`) });
  find("reports").replaceChildren(...pages.map((path) => {
    const frame = element("iframe", { title: t("lab.report-title", { name: path }), sandbox: "allow-scripts" });
    const box = element("details", {}, element("summary", {}, `${t("lab.show-report")}: ${path}`), other ? element("p", { class: "quiet" }, other) : null, frame);
    box.addEventListener("toggle", () => { if (box.open && !frame.src) frame.src = fileAt(path); });
    return element("div", {}, box, element("a", { href: fileAt(path), target: "_blank", rel: "noopener" }, t("lab.open-report", { name: path })));
  }));
}

// ── the matches of a tournament ────────────────────────────────────────────────────────────────────────────────────

let after = -1;

async function listMatches(fresh) {
  const agent = find("of").value;
  if (fresh) after = -1;
  const found = await call(`${base}/matches${said}&after=${after}${agent ? `&agent=${encodeURIComponent(agent)}` : ""}`);
  if (find("of").childElementCount === 0)
    find("of").append(element("option", { value: "" }, t("lab.everybody")), ...found.agents.map((one, at) => element("option", { value: one }, found.names[at])));
  const lines = found.matches.map(matchLine);
  if (fresh) find("played").replaceChildren(...lines);
  else find("played").append(...lines);
  after = found.after;
  find("more-matches").hidden = after === null;
  find("matches-box").hidden = false;
}

function matchLine({ match, board, names, scores, winner, forfeit }) {
  const who = names.flatMap((name, seat) => [seat ? " × " : "", seat === winner ? element("strong", {}, name) : name]);
  const look = element("button", { type: "button", class: "button small", onclick: (event) => openMatch(match, event.currentTarget) }, t("lab.look"), element("span", { class: "unseen" }, ` ${t("lab.match")} ${match}`));
  return element("tr", {}, element("th", { scope: "row" }, number(match)), element("td", {}, number(board)), element("td", {}, who), element("td", {}, scores.map(number).join(" – ")), element("td", {}, forfeit ? element("span", { class: "quiet" }, forfeit) : look));
}

async function openMatch(match, button) {
  const said = find("matches-told");
  said.className = "quiet";
  said.textContent = t("lab.opening");
  button.setAttribute("aria-disabled", "true");
  try {
    location.href = `/replay/${(await call(`${base}/matches/${match}`, {})).replay}`;
  } catch (error) {
    said.className = "error";
    said.textContent = error.message;
    if (error.status === 403) find("key-box").hidden = false;
  }
  button.removeAttribute("aria-disabled");
}

find("of").addEventListener("change", () => listMatches(true));
find("more-matches").addEventListener("click", () => listMatches(false));
find("cancel").addEventListener("click", () => act("cancel"));
find("resume").addEventListener("click", () => act("resume"));
find("key").value = key();
find("key").addEventListener("change", (event) => keepKey(event.target.value.trim()));
try {
  drawJob(await call(base));
  find("job").hidden = false;
  follow();
} catch (error) {
  told.className = "error";
  told.textContent = error.message;
}

// The laboratory: a form drawn from the data of each kind of job, and the list of jobs.
import { element } from "../basics/api.js";
import { ACTIVE, call, key, keepKey, stateOf, titleOf } from "../lab/shared.js";
import { language, number, t } from "../basics/words.js";
import "../basics/settings.js";

const find = (id) => document.getElementById(id);
const kindBox = find("kind"), fieldBox = find("fields"), told = find("form-told"), form = find("form"), list = find("jobs");
let kinds = [], present = null, refresh = []; // refresh: what is offered depends on the game

// ── the form ───────────────────────────────────────────────────────────────────────────────────────────────────────

function drawKinds() {
  const groups = new Map();
  for (const kind of kinds) {
    if (!groups.has(kind.group)) groups.set(kind.group, element("optgroup", { label: t(`lab.group-${kind.group}`) }));
    groups.get(kind.group).append(element("option", { value: kind.kind }, kind.label[language]));
  }
  kindBox.replaceChildren(...groups.values());
  const wanted = location.hash.slice(1);
  if (kinds.some((kind) => kind.kind === wanted)) kindBox.value = wanted;
}

function drawForm() {
  present = kinds.find((kind) => kind.kind === kindBox.value);
  find("about").textContent = present.help[language];
  const boxes = new Map();
  const children = [];
  refresh = [];
  for (const field of present.fields) {
    const drawn = drawField(field);
    if (!field.group) { children.push(drawn); continue; }
    if (!boxes.has(field.group)) {
      boxes.set(field.group, element("fieldset", { class: "fields" }, element("legend", {}, t(`lab.group-${field.group}`))));
      if (boxes.size === 1) children.push(element("div", { class: "sides" }));
      children.find((one) => one.className === "sides").append(boxes.get(field.group));
    }
    boxes.get(field.group).append(drawn);
  }
  fieldBox.replaceChildren(...children);
  told.textContent = "";
  refresh.forEach((offer) => offer());
  showUseful();
}

function drawField(field) {
  const id = `field-${field.name}`, help = field.help[language], hint = help || field.type === "words" ? `${id}-hint` : undefined;
  const label = element("label", { for: id }, field.label[language]);
  const facts = { id, "aria-describedby": hint };
  if (field.type === "switch") {
    const box = element("input", { ...facts, type: "checkbox", checked: field.default === true });
    const said = element("span", {}, field.label[language], help ? element("span", { class: "quiet block", id: hint }, help) : null);
    return element("label", { class: "check field-box", "data-field": field.name, for: id }, box, said);
  }
  const box = element("div", { class: "field field-box", "data-field": field.name }, label, input(field, facts));
  if (field.type === "words") box.append(adder(field, id));
  if (hint) box.append(element("span", { class: "quiet", id: hint }, help || t("lab.several")));
  return box;
}

function input(field, facts) {
  if (field.type === "choice" && !field.free) {
    const options = field.choices.map((choice) => element("option", { value: choice.value, selected: choice.value === field.default }, choice.label[language]));
    if (!field.required && field.default === null) options.unshift(element("option", { value: "" }, t("lab.not-said")));
    return element("select", facts, options);
  }
  if (field.type === "integer" || field.type === "number") {
    const step = field.type === "integer" ? 1 : "any";
    return element("input", { ...facts, type: "number", inputmode: step === 1 ? "numeric" : "decimal", step, min: field.low, max: field.high, value: field.default, required: field.required });
  }
  const value = Array.isArray(field.default) ? field.default.join(" ") : field.default;
  const made = element("input", { ...facts, type: "text", value, maxlength: 400, autocomplete: "off", spellcheck: "false", autocapitalize: "none", required: field.required });
  if (!field.choices.length || field.type === "words") return made;
  const names = element("datalist", { id: `${facts.id}-known` }, field.choices.map((choice) => element("option", { value: choice.value, label: choice.label[language] })));
  made.setAttribute("list", names.id);
  return [made, names];
}

// Several names: one may write them, or pick them one by one.
function adder(field, id) {
  const offered = (game) => [element("option", { value: "" }, t("lab.add")),
    ...field.choices.filter(({ games }) => !games || !game || games.includes(game)).map((choice) => element("option", { value: choice.value }, choice.label[language]))];
  const picker = element("select", { "aria-label": `${field.label[language]}: ${t("lab.add")}` });
  refresh.push(() => picker.replaceChildren(...offered(boxOf("game")?.value)));
  picker.addEventListener("change", () => {
    const box = find(id);
    if (picker.value) box.value = `${box.value} ${picker.value}`.trim();
    picker.value = "";
  });
  return picker;
}

const boxOf = (name) => form.elements[`field-${name}`]; // by id: an input named "matches" would hide form.matches()
const valueOf = (field) => (field.type === "switch" ? boxOf(field.name).checked : boxOf(field.name).value);

function useful(field) {
  return Object.entries(field.when).every(([name, values]) => {
    const other = present.fields.find((one) => one.name === name);
    return useful(other) && values.includes(valueOf(other));
  });
}

function showUseful() {
  for (const field of present.fields) {
    const box = fieldBox.querySelector(`[data-field="${field.name}"]`);
    box.hidden = !useful(field);
    boxOf(field.name).disabled = box.hidden;
  }
}

function options() {
  const found = {};
  for (const field of present.fields) {
    if (!useful(field)) continue;
    const value = valueOf(field);
    if (value === "" && field.type !== "words") continue;
    found[field.name] = field.type === "integer" || field.type === "number" ? Number(value) : field.type === "words" ? value.split(/\s+/).filter(Boolean) : value;
  }
  return found;
}

async function start(event) {
  event.preventDefault();
  const button = find("start");
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  told.className = "quiet";
  told.textContent = t("lab.starting");
  try {
    const job = await call("/api/jobs", { kind: present.kind, options: options(), language });
    location.href = `/lab/jobs/${job.id}`;
  } catch (error) {
    told.className = "error";
    told.textContent = error.message;
  }
  button.removeAttribute("aria-disabled");
}

// ── the jobs ───────────────────────────────────────────────────────────────────────────────────────────────────────

const nameOf = (kind) => kinds.find((one) => one.kind === kind)?.label[language] ?? kind;

function drawJob(job) {
  const share = job.total ? element("progress", { max: job.total, value: job.done, "aria-label": `${t("lab.progress")} ${job.id}` }) : null;
  const many = job.total ? t("lab.done-of", { done: number(job.done), total: number(job.total) }) : "–";
  const when = new Date(job.created).toLocaleString(language, { dateStyle: "short", timeStyle: "short" });
  return element("tr", {},
    element("th", { scope: "row" }, element("a", { href: `/lab/jobs/${job.id}` }, `${job.id} · ${nameOf(job.kind)}`), element("span", { class: "quiet block" }, titleOf(job, kinds.find((one) => one.kind === job.kind)))),
    element("td", { class: `state ${job.state}` }, stateOf(job.state)),
    element("td", { class: "bar-cell" }, ACTIVE.includes(job.state) ? share : null, element("span", { class: "quiet" }, many)),
    element("td", { class: "when" }, when));
}

async function showJobs() {
  let pause = 15000;
  try {
    const found = await call("/api/jobs");
    find("jobs-box").hidden = !found.jobs.length;
    find("jobs-told").textContent = found.jobs.length ? "" : t("lab.no-jobs");
    list.replaceChildren(...found.jobs.map(drawJob));
    find("key-box").hidden = found.may_start && !key();
    find("not-admin").hidden = found.may_start;
    if (found.jobs.some((job) => ACTIVE.includes(job.state))) pause = 2000;
  } catch {
    find("jobs-told").textContent = t("lab.lost");
    pause = 5000;
  }
  setTimeout(showJobs, pause);
}

find("key").value = key();
find("key").addEventListener("change", (event) => keepKey(event.target.value.trim()));
kindBox.addEventListener("change", drawForm);
form.addEventListener("submit", start);
fieldBox.addEventListener("input", showUseful);
fieldBox.addEventListener("change", ({ target }) => {
  if (target === boxOf("game")) refresh.forEach((offer) => offer());
  showUseful();
});
try {
  kinds = await call("/api/jobs/kinds");
  drawKinds();
  drawForm();
  form.hidden = false;
  find("form-loading").hidden = true;
} catch (error) {
  find("form-loading").textContent = error.message;
}
showJobs();

// After a match against an agent: four questions from 1 to 5, years of truco, a comment; or none of it.
import { element, get, post } from "../basics/api.js";

const QUESTIONS = ["competence", "coherence", "predictability", "fun"];
const MARKS = [1, 2, 3, 4, 5];
const skipped = (table) => `bolicho.skipped.${table}`;

/** Ask in root, if the server says that this seat can be asked (the match is over, the person agreed, has not answered). */
export async function ask(root, { t, table, token, view }) {
  if (!root || root.dataset.asked === table || sessionStorage.getItem(skipped(table))) return;
  root.dataset.asked = table;
  let asked;
  try {
    asked = await get(`/api/tables/${table}/questionnaire`, { token });
  } catch {
    return;
  }
  if (asked.why === "answered") return say(root, t("ask.thanks"));
  if (asked.open) draw(root, { t, table, token, agent: agentOf(view, asked) });
}

function agentOf(view, asked) {
  const names = (view?.seats ?? []).filter((one) => one.kind === "agent").map((one) => one.name);
  return [...new Set(names.length ? names : asked.agents)].join(", ");
}

function say(root, text) {
  root.replaceChildren(element("p", { class: "notice", role: "status", tabindex: "-1" }, text));
}

function draw(root, { t, table, token, agent }) {
  const problem = element("p", { class: "error", role: "alert", hidden: true });
  const years = element("input", { id: "ask-years", type: "number", min: "0", max: "120", step: "1", inputmode: "numeric" });
  const comment = element("textarea", { id: "ask-comment", rows: "2", maxlength: "1000" });
  const form = element("form", { class: "ask", novalidate: true, "aria-labelledby": "ask-title" },
    element("h2", { id: "ask-title" }, t("ask.title", { agent })), element("p", { class: "quiet" }, t("ask.why")),
    QUESTIONS.map((name) => scale(name, t)),
    element("div", { class: "field" }, element("label", { for: "ask-years" }, t("ask.years")), years),
    element("div", { class: "field" }, element("label", { for: "ask-comment" }, t("ask.comment")), comment), problem,
    element("p", { class: "row" }, element("button", { class: "button primary" }, t("ask.send")), element("button", { type: "button", class: "button", onclick: skip }, t("ask.skip"))));

  function skip() {
    sessionStorage.setItem(skipped(table), "1");
    say(root, t("ask.skipped"));
    root.firstChild.focus();
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const marks = Object.fromEntries(QUESTIONS.map((name) => [name, Number(form.querySelector(`[name="ask-${name}"]:checked`)?.value ?? 0)]));
    const missing = QUESTIONS.filter((name) => !marks[name]);
    if (missing.length) {
      tell(t("ask.missing", { what: missing.map((name) => t(`people.q-${name}`)).join(", ") }));
      form.querySelector(`[name="ask-${missing[0]}"]`).focus();
      return;
    }
    try {
      await post(`/api/tables/${table}/questionnaire`, { ...marks, years: years.value === "" ? null : Number(years.value), comment: comment.value.trim() }, { token });
      say(root, t("ask.thanks"));
      root.firstChild.focus();
    } catch (error) {
      if (error.code === "answered") say(root, t("ask.thanks"));
      else tell(t("ask.failed", { why: error.message }));
    }
  });

  function tell(text) {
    problem.hidden = false;
    problem.textContent = text;
  }
  root.replaceChildren(form);
}

function scale(name, t) {
  return element("fieldset", { class: "scale" }, element("legend", {}, t(`ask.${name}`)),
    element("div", { class: "marks" }, MARKS.map((mark) => {
      const end = mark === 1 || mark === 5 ? t(`ask.${name}-${mark}`) : null;
      return element("label", {}, element("input", { type: "radio", name: `ask-${name}`, value: mark }), element("span", { class: "mark" }, String(mark)), end ? element("span", { class: "end" }, end) : null);
    })));
}

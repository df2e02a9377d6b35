// A test with people: what it is and what one agrees to, then one match after the other, until all are played.
import { button, copyText, dropSeat, element, get, keepSeat, post, seatAt } from "../basics/api.js";
import { language, t } from "../basics/words.js";

const KEPT = "bolicho.study";
const find = (id) => document.getElementById(id);
const kept = () => JSON.parse(localStorage.getItem(KEPT) ?? "{}");
const keep = (name, code) => localStorage.setItem(KEPT, JSON.stringify({ ...kept(), [name]: code }));

function forget(name, code) {
  const { [name]: _, ...others } = kept();
  localStorage.setItem(KEPT, JSON.stringify(others));
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith("bolicho.table."))) {
    if (seatAt(key.slice(14))?.withdrawal === code) dropSeat(key.slice(14));
  }
}

async function begin() {
  let study;
  try {
    study = await get("/api/study");
  } catch (error) {
    find("title").textContent = error.code === "no-study" ? t("study.none") : t("study.failed", { why: error.message });
    find("study").hidden = true;
    return;
  }
  find("title").textContent = study.title;
  const code = kept()[study.name];
  if (code) await stand(study, code);
  else invite(study);
}

// Nobody is asked for anything but agreement; without it there is no place and no match.
function invite(study) {
  const agree = element("input", { type: "checkbox", id: "agree" });
  const go = button(t("study.take-part"), join, "primary", { id: "join", disabled: true });
  const told = element("p", { role: "alert" }), code = element("input", { id: "code", autocomplete: "off", maxlength: 200 });
  agree.addEventListener("change", () => (go.disabled = !agree.checked));

  async function join() {
    try {
      const joined = await post("/api/study/join", { consent: agree.checked, language });
      keep(study.name, joined.code);
      await stand(study, joined.code);
    } catch (error) {
      fail(told, error);
    }
  }

  async function use() {
    try {
      await post("/api/study/progress", { code: code.value.trim() });
      keep(study.name, code.value.trim());
      await stand(study, code.value.trim());
    } catch (error) {
      fail(told, error);
    }
  }

  find("study").replaceChildren(
    element("p", {}, study.about),
    element("blockquote", { id: "consent" }, study.consent),
    element("label", { class: "check", for: "agree" }, agree, element("span", {}, t("study.agree"))),
    element("p", { class: "row" }, go), told,
    element("details", {}, element("summary", {}, t("study.back")),
      element("div", { class: "field" }, element("label", { for: "code" }, t("people.code")), code),
      element("p", { class: "row" }, button(t("study.use"), use))));
}

async function stand(study, code) {
  const told = element("p", { role: "alert" });
  let far;
  try {
    far = await post("/api/study/progress", { code });
  } catch (error) {
    if (error.code === "unknown-code") {
      forget(study.name, code);
      return invite(study);
    }
    return find("study").replaceChildren(fail(told, error));
  }
  const over = far.done >= far.matches;
  const copied = element("span", { role: "status" });
  const copy = async () => (copied.textContent = (await copyText(code)) ? t("tutor.copied") : "");

  async function play() {
    find("next").disabled = true; // a rival that was never here takes some seconds to get ready
    find("next").textContent = t("study.loading");
    try {
      const { table, seat, token, withdrawal } = await post("/api/study/next", { code });
      keepSeat(table, { seat, token, code: withdrawal, withdrawal, study: study.name });
      location.assign(`/table/${table}`);
    } catch (error) {
      find("next").disabled = false;
      find("next").textContent = next;
      fail(told, error);
    }
  }

  async function withdraw() {
    if (!confirm(t("people.withdraw-sure"))) return;
    try {
      const gone = await post("/api/withdraw", { code });
      forget(study.name, code);
      invite(study);
      find("study").prepend(element("p", { class: "notice", role: "status" }, t("people.withdrawn", gone)));
    } catch (error) {
      fail(told, error);
    }
  }

  const next = t(far.running ? "study.resume" : "study.next", { n: far.done + 1 });
  find("study").replaceChildren(
    element("p", { id: "far" }, t("study.where", { done: far.done, matches: far.matches })),
    element("progress", { max: far.matches, value: far.done, "aria-labelledby": "far" }),
    over ? element("div", {}, element("p", { class: "notice", id: "over" }, t("study.over")), element("p", {}, t("study.met")), element("ol", {}, far.agents.map((agent) => element("li", {}, agent))))
      : element("p", { class: "row" }, button(next, play, "primary", { id: "next" })),
    told,
    element("p", { class: "quiet" }, t("study.code"), " ", element("code", { id: "own-code" }, code), " ", button(t("tutor.copy"), copy, "small"), copied),
    element("p", { class: "row" }, button(t("study.withdraw"), withdraw, "danger small")));
}

function fail(told, error) {
  told.className = "error";
  told.textContent = t("study.failed", { why: error.message });
  return told;
}

begin();

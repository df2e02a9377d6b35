// A lesson: what is said, the table as it stands, and one thing to do; who answers decides whether it was right.
import { element, get, post } from "../basics/api.js";
import { lessonPage, lobbyPage, named } from "../basics/places.js";
import { settings } from "../basics/settings.js";
import { drawCalls } from "../table_page/parts.js";
import { load } from "../tables/choose.js";
import { language, t } from "../basics/words.js";

const find = (id) => document.getElementById(id);
const name = named(), KEY = `bolicho.lesson.${name}`;
let step = null, drawing = null, picture = null, shown = null, turned = 0, busy = false, spoken = 0, hand = -1;

async function show(number) {
  const turn = (turned += 1);
  const come = await get(`/api/lessons/${name}/${number}`);
  if (turn !== turned) return; // somebody went on meanwhile
  step = come;
  localStorage.setItem(KEY, String(number));
  document.title = `${step.title} · Bolicho`;
  find("title").textContent = step.title;
  find("step-number").textContent = t("learn.step", { title: step.title, n: number + 1, of: step.steps });
  find("done").value = (number + 1) / step.steps;
  Object.assign(find("say"), { textContent: step.say, hidden: false });
  find("answer").hidden = true;
  const last = number + 1 === step.steps;
  find("back").hidden = number === 0;
  find("next-step").hidden = step.asks || last;
  find("play").hidden = !last || !step.game; // some games are taught where nobody plays them
  Object.assign(find("play"), { href: lobbyPage(step.game), textContent: t("learn.play", { game: step.view.title }) });
  await draw(step.view);
  find("lesson").scrollIntoView({ block: "nearest", behavior: settings.reduced ? "auto" : "smooth" });
}

async function others() {
  const { lessons } = await get("/api/lessons");
  find("others").append(...lessons.filter((one) => one.name !== name).map((one) => element("a", { class: "button small", href: lessonPage(one.name) }, one.title)));
}

async function draw(view) {
  shown = view;
  picture ??= await load(view.drawing);
  if (shown !== view) return; // the drawing came after the next step
  drawing ??= picture.create(find("drawing"), { t, act, settings, announce, language });
  drawing.update(view);
  drawCalls(find("calls"), view, picture, act);
  const speech = view.told.speech ?? [];
  if (view.unit !== hand) spoken = 0;
  hand = view.unit;
  if (speech.length > spoken) announce(speech.slice(spoken).join(" "));
  spoken = speech.length;
}

async function act(move) {
  if (busy || !step.asks || !find("next-step").hidden) return;
  busy = true;
  try {
    const { right, said, view } = await post(`/api/lessons/${name}/${step.step}`, { move });
    Object.assign(find("answer"), { hidden: false, className: right ? "right" : "wrong" });
    find("answer").replaceChildren(element("strong", {}, t(right ? "learn.right" : "learn.wrong")), " ", said);
    find("say").hidden = right; // on a phone the table needs the room
    if (right) {
      await draw(view);
      find("next-step").hidden = false;
      find("next-step").focus({ preventScroll: true });
    }
    find("lesson").scrollIntoView({ block: "nearest", behavior: settings.reduced ? "auto" : "smooth" });
  } catch (error) {
    trouble(error);
  }
  busy = false;
}

function announce(text) {
  find("heard").replaceChildren(element("span", {}, text));
}

function trouble(error) {
  Object.assign(find("trouble"), { textContent: error.message, hidden: false });
}

const onward = (by) => show(step.step + by).then(() => find("lesson").focus({ preventScroll: true }), trouble);
find("next-step").addEventListener("click", () => onward(1));
find("back").addEventListener("click", () => onward(-1));
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !drawing) return;
  if (event.target.closest("input, select, textarea, dialog")) return;
  const called = [...find("calls").querySelectorAll("button")].find((one) => one.dataset.key === event.key.toLowerCase());
  if (called) called.click();
  else if (!drawing.key?.(event)) return;
  event.preventDefault();
});

others().catch(trouble);
const kept = Number(localStorage.getItem(KEY)) || 0;
show(kept).catch((error) => (error.code === "no-such-step" ? show(0) : Promise.reject(error))).catch(trouble);

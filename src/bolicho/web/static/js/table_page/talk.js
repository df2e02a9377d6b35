// Talk at the table: what others say beside their moves, shown for a moment over the felt, and sayings of one's own.
import { button, element } from "../basics/api.js";
import { faceOf } from "../pictures/faces.js";
import { nameOf } from "./parts.js";
import { keep, settings } from "../basics/settings.js";
import { t, texts } from "../basics/words.js";
import { speak } from "./voice.js";

const STAYS = 4500, AGAIN = 2000;
const find = (id) => document.getElementById(id);
const heard = new Set();
let timer = 0, first = true;

// What was said in the unit that is shown, for the log; nothing for who wants no talk.
export const talkOf = (view) => (settings.talk ? (view.talk ?? []).filter(({ unit }) => unit === view.unit) : []);

// Shows what is new, and returns it as text for who cannot see the table.
export function hear(view) {
  const moves = (view.told?.history ?? []).filter(({ move }) => move).length;
  const fresh = talkOf(view).filter(({ id, after }) => !heard.has(id) && (!first || after >= moves - 1));
  for (const { id } of view.talk ?? []) heard.add(id);
  first = false;
  const others = fresh.filter(({ seat }) => seat !== view.seat);
  for (const { text, seat } of others) speak(text, seat);
  if (fresh.length) bubble(view, fresh.at(-1));
  return others.map(({ seat, text }) => `${nameOf(view, seat)}: ${text}`).join(" ");
}

function bubble(view, { seat, text }) {
  const root = find("spoken"), one = view.seats[seat];
  const own = seat === view.seat;
  root.classList.toggle("own", own);
  root.replaceChildren(...(own ? [] : [faceOf(one)]), element("p", {}, element("strong", {}, `${nameOf(view, seat)} `), text));
  root.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (root.hidden = true), STAYS);
}

// The row below the calls: what one may say, and whether one wants to hear any of it. say(key) sends it.
export function talkBar(root, view, say) {
  root.hidden = view.talk === null || view.talk === undefined || !view.state;
  if (root.hidden || root.childElementCount) return;
  const keys = Object.keys(texts("saying."));
  const list = element("div", { class: "sayings" }, keys.map((key) => button(t(`saying.${key}`), () => tell(key), "small", { "data-saying": key })));
  const fold = element("details", { id: "sayings" }, element("summary", {}, t("talk.say")), list);
  const tell = (key) => {
    if (list.inert) return;
    say(key);
    fold.open = false;
    list.inert = true; // the server would refuse a second one so soon
    setTimeout(() => (list.inert = false), AGAIN);
    fold.querySelector("summary").focus();
  };
  const mute = button("", () => keep({ talk: !settings.talk }), "small", { id: "talk-mute" });
  const label = () => {
    mute.textContent = t(settings.talk ? "talk.mute" : "talk.unmute");
    mute.setAttribute("aria-pressed", String(!settings.talk));
    if (!settings.talk) find("spoken").hidden = true;
  };
  document.addEventListener("bolicho:settings", label);
  label();
  root.append(...(view.seat === null ? [] : [fold]), mute);
}

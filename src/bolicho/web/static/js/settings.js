// How this person wants the tables: speed, sound, going on by itself; kept in this browser. Also the header's buttons.
import { language } from "./words.js";

const KEY = "bolicho.settings";
const FIRST = { speed: "normal", sound: false, onward: false };
const PACES = { slow: 1.7, normal: 1, fast: 0.45, instant: 0 };
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

function kept() {
  try {
    return { ...FIRST, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return { ...FIRST };
  }
}

export const settings = {
  ...kept(),
  language,
  get reduced() {
    return still.matches;
  },
  get pace() {
    return PACES[this.speed] ?? 1;
  },
};

function keep(change) {
  Object.assign(settings, change);
  localStorage.setItem(KEY, JSON.stringify({ speed: settings.speed, sound: settings.sound, onward: settings.onward }));
  document.dispatchEvent(new CustomEvent("bolicho:settings"));
}

const find = (id) => document.getElementById(id);
const dialog = find("settings");
if (dialog) {
  find("speed").value = settings.speed;
  find("sound").checked = settings.sound;
  find("onward").checked = settings.onward;
  find("speed").addEventListener("change", (event) => keep({ speed: event.target.value }));
  find("sound").addEventListener("change", (event) => keep({ sound: event.target.checked }));
  find("onward").addEventListener("change", (event) => keep({ onward: event.target.checked }));
  find("settings-open").addEventListener("click", () => dialog.showModal());
  find("menu").addEventListener("click", (event) => {
    const open = find("top").classList.toggle("open");
    event.currentTarget.setAttribute("aria-expanded", String(open));
  });
  const here = document.body.dataset.page;
  document.querySelector(`#pages [data-here="${here}"]`)?.setAttribute("aria-current", "page");
  // the other language keeps the fragment (an invitation, a ply of a replay)
  find("language").addEventListener("click", (event) => {
    event.preventDefault();
    const there = new URL(location.href);
    there.searchParams.set("lang", find("language").hreflang);
    location.href = there;
  });
}

// the cookie knows the language now: the address need not
const address = new URL(location.href);
if (address.searchParams.has("lang")) {
  address.searchParams.delete("lang");
  history.replaceState(null, "", address);
}

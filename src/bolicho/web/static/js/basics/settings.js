// How this person wants the tables: speed, sound, going on by itself; kept in this browser. Also the header's buttons.
import "./install.js";
import { inLanguage } from "./places.js";
import { language } from "./words.js";

const KEY = "bolicho.settings";
const FIRST = { speed: "normal", sound: false, voice: false, talk: true, onward: false, theme: "auto", loud: ["sound", "voice"] };
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

export function keep(change) {
  Object.assign(settings, change);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.keys(FIRST).map((key) => [key, settings[key]]))));
  document.dispatchEvent(new CustomEvent("bolicho:settings"));
}

// One tap silences everything that can be heard, the next brings back what was on.
function hushButton(hush) {
  const loud = () => ["sound", "voice"].filter((name) => settings[name]);
  const show = () => {
    hush.setAttribute("aria-pressed", String(loud().length > 0));
  };
  hush.addEventListener("click", () => {
    const on = loud(), back = Object.fromEntries((Array.isArray(settings.loud) ? settings.loud : []).map((name) => [name, true]));
    keep(on.length ? { sound: false, voice: false, loud: on } : back);
  });
  document.addEventListener("bolicho:settings", show);
  show();
}

const find = (id) => document.getElementById(id);
const dialog = find("settings");
if (dialog) {
  find("speed").value = settings.speed;
  find("theme").value = settings.theme;
  const boxes = ["sound", "voice", "talk", "onward"], show = () => boxes.forEach((name) => (find(name).checked = settings[name]));
  show();
  document.addEventListener("bolicho:settings", show);
  find("speed").addEventListener("change", (event) => keep({ speed: event.target.value }));
  find("theme").addEventListener("change", (event) => keep({ theme: event.target.value }));
  for (const name of boxes) find(name).addEventListener("change", (event) => keep({ [name]: event.target.checked }));
  hushButton(find("hush"));
  find("settings-open").addEventListener("click", () => dialog.showModal());
  find("menu").addEventListener("click", (event) => {
    const open = find("top").classList.toggle("open");
    event.currentTarget.setAttribute("aria-expanded", String(open));
  });
  const here = document.body.dataset.page;
  document.querySelector(`#pages [data-here="${here}"]`)?.setAttribute("aria-current", "page");
  find("language").addEventListener("click", (event) => {
    event.preventDefault();
    location.href = inLanguage(find("language").hreflang);
  });
}

// the cookie knows the language now: the address need not
const address = new URL(location.href);
if (address.searchParams.has("lang")) {
  address.searchParams.delete("lang");
  history.replaceState(null, "", address);
}

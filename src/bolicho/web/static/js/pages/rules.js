// The rules of one game under a variant, with a picture: cards by strength, contracts, or the board at its start.
import { element, get } from "../basics/api.js";
import { lobbyPage, named } from "../basics/places.js";
import { drawBoardValues } from "../tables/board.js";
import { language, t } from "../basics/words.js";

const find = (id) => document.getElementById(id);
const game = named();
const asked = new URLSearchParams(location.search);

show(asked.get("preset") ?? "", asked.get("options") ?? "");

async function show(preset, options) {
  const query = new URLSearchParams();
  if (preset) query.set("preset", preset);
  if (options) query.set("options", options);
  const path = `/api/games/${encodeURIComponent(game)}`;
  try {
    const [about, rules] = await Promise.all([get(path), get(`${path}/rules?${query}`)]);
    draw(about, rules, options);
  } catch (error) {
    find("trouble").textContent = `${t("rules.lost")} ${error.message}`;
    find("trouble").hidden = false;
    find("rules").replaceChildren();
  }
  find("rules").removeAttribute("aria-busy");
}

async function draw(about, rules, options) {
  find("heading").textContent = t("rules.heading", { game: rules.title });
  document.title = `${t("rules.heading", { game: rules.title })} · Bolicho`;
  const words = element("section", { class: "panel" });
  if (about.about) words.append(element("p", { class: "rules-about" }, about.about));
  if (about.presets.length) words.append(variants(about, rules));
  if (options) words.append(element("p", { class: "notice" }, t("rules.at-this-table")));
  words.append(element("h2", {}, t("rules.how")), rules.lines.length ? lines(rules) : element("p", {}, t("rules.none")),
    element("p", {}, element("a", { class: "button primary", href: lobbyPage(game) }, t("rules.play", { game: rules.title }))));
  const picture = rules.board ? start(rules) : rules.contracts.length ? contracts(rules) : rules.ladder.length ? await ladder(rules) : null;
  find("rules").replaceChildren(words, ...(picture ? [picture] : []));
}

const lines = (rules) => element("ul", { class: "rules-lines" }, rules.lines.map(({ text, changed }) =>
  element("li", { class: changed ? "changed" : null }, text, changed ? element("span", { class: "tag" }, t("rules.changed")) : null)));

/** The presets, as a choice that changes the page in place. */
function variants(about, rules) {
  const choose = element("select", { id: "variant", onchange: () => {
    const url = new URL(location.href);
    url.search = choose.value ? new URLSearchParams({ preset: choose.value }) : "";
    history.replaceState(null, "", url);
    show(choose.value, "").then(() => find("variant")?.focus());
  } }, about.presets.map(({ name, title }) => element("option", { value: name, selected: name === rules.preset }, title)));
  const told = about.presets.find(({ name }) => name === rules.preset)?.about;
  return element("div", { class: "field" }, element("label", { for: "variant" }, t("rules.variant")), choose, told ? element("span", { class: "quiet" }, told) : null);
}

/* ── pictures ────────────────────────────────────────────────────────────────────────────────────────────────────── */

function start(rules) {
  const place = element("div", { class: "rules-board" });
  drawBoardValues(place, rules.board, {}, t, language);
  const empty = Object.keys(rules.board.position.pieces).length === 0;
  return element("section", { class: "panel rules-picture" }, element("h2", {}, t("rules.start")), place, empty ? element("p", { class: "quiet" }, t("rules.start-empty")) : null);
}

function contracts(rules) {
  const head = ["contract", "tricks", "value", "side", "trump"].map((key) => element("th", { scope: "col" }, t(`rules.${key}`)));
  const rows = rules.contracts.map((one) => element("tr", {},
    element("th", { scope: "row" }, one.title, one.open ? element("span", { class: "tag" }, t(one.plus ? "rules.plus" : "rules.open")) : null),
    element("td", {}, one.low === one.high ? String(one.low) : `${one.low}+`), element("td", {}, String(one.value)),
    element("td", {}, t(one.alone ? "rules.alone" : "rules.with-partner")),
    element("td", {}, t(one.trump && rules.options.trump !== "off" ? "rules.trump-yes" : "rules.trump-no"))));
  return element("section", { class: "panel rules-picture" }, element("h2", { id: "contracts" }, t("rules.contracts")),
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-labelledby": "contracts" }, element("table", { "aria-labelledby": "contracts" }, element("thead", {}, element("tr", {}, head)), element("tbody", {}, rows))));
}

async function ladder(rules) {
  const { card } = await import(`../decks/${rules.deck || "plain"}.js`);
  const steps = rules.ladder.map((cards) => element("li", {}, cards.map((code) => card(code, { language })), cards.length > 1 ? element("span", { class: "quiet" }, t("rules.tie")) : null));
  return element("section", { class: "panel rules-picture" }, element("h2", {}, t("rules.ladder")), element("ol", { class: "rules-ladder" }, steps));
}

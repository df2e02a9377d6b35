// What a teacher can begin: a tournament, one against all, homework; with the game, its variant and its rules.
import { button, element, get } from "../basics/api.js";
import { agentSelect, field, variant } from "../lobby/set_up.js";
import { t } from "../basics/words.js";
import { say, trying } from "./shared.js";

const KINDS = ["tournament", "simul", "homework"], FORMATS = ["swiss", "round-robin", "knock-out"];
const option = (value, text) => element("option", { value }, text);
const count = (id, most) => element("input", { id, type: "number", min: 1, max: most, inputmode: "numeric" });
const check = (id, text, on) => element("label", { class: "check" }, element("input", { type: "checkbox", id, checked: on }), element("span", {}, text));
const find = (id) => document.getElementById(id);

export function activities(room) {
  const root = element("div", { class: "activities" });
  fill(root, room);
  return root;
}

async function fill(root, room) {
  const { games } = await get("/api/games");
  let kind = KINDS[0], rules = null, drawings = 0;
  const game = element("select", { id: "activity-game" }, games.map(({ name, title }) => option(name, title)));
  const tabs = KINDS.map((one) => element("label", { class: "tab" },
    element("input", { type: "radio", name: "activity", value: one, checked: one === kind }), element("span", {}, t(`room.what-${one}`))));
  const form = element("form", { class: "activity" });
  const draw = async () => {
    const chosen = games.find(({ name }) => name === game.value), own = ++drawings;
    form.replaceChildren(); // what is chosen in a form that is about to go would be lost
    const { agents } = await get(`/api/games/${game.value}/agents`);
    if (own !== drawings) return;
    rules = variant(chosen);
    form.replaceChildren(...PARTS[kind](chosen, agents, room, rules), rules.box, submit(kind));
  };
  game.addEventListener("change", draw);
  root.addEventListener("change", (event) => {
    if (event.target.name !== "activity") return;
    kind = event.target.value;
    draw();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const asked = { game: game.value, ...rules.chosen() };
    trying(async () => {
      await say(room, PATHS[kind], { ...asked, ...ORDERS[kind]() });
      if (kind === "homework") draw();
    })();
  });
  root.append(element("fieldset", { class: "tabs" }, element("legend", {}, t("room.what")), tabs), field("activity-game", t("room.game"), game), form);
  await draw();
}

const submit = (kind) => element("p", {}, element("button", { class: "button primary big" }, t(kind === "homework" ? "room.set-homework" : "room.begin")));
const PATHS = { tournament: "tournaments", simul: "simul", homework: "homework" };

const units = () => field("units", t("room.units"), count("units", 100), element("span", { class: "quiet" }, t("room.units-told")));
const number = (id) => (find(id)?.value ? Number(find(id).value) : null);

const PARTS = {
  tournament({ seats, unit, quick }, agents) {
    const formats = seats === 2 ? FORMATS : FORMATS.slice(0, 1); // a table of four is drawn by results
    const format = element("select", { id: "format" }, formats.map((one) => option(one, t(`room.format-${one}`))));
    const rounds = count("rounds", 20);
    rounds.placeholder = t("room.rounds-usual");
    const added = element("div", { id: "added" });
    const add = () => added.append(element("div", { class: "row" }, agentSelect(`agent-${added.children.length}`, agents, quick)));
    const each = element("select", { id: "each" }, option(1, "1"), option(2, "2"));
    const many = field("rounds", t("room.rounds"), rounds);
    format.addEventListener("change", () => (many.hidden = format.value !== "swiss"));
    return [
      field("format", t("room.format"), format),
      element("div", { class: "fields" }, many, unit === "game" ? null : units(), field("each", t("room.each"), each)),
      check("even", t("room.even"), true),
      check("auto", t("room.auto"), true),
      element("div", { class: "field" }, added, button(t("room.agents-add"), add, "small")),
    ];
  },
  simul({ unit, quick }, agents) {
    const host = agentSelect("host", agents, quick);
    host.prepend(option("", t("room.host-me")));
    return [field("host", t("room.host"), host), unit === "game" ? "" : element("div", { class: "fields" }, units())];
  },
  homework({ name, quick }, agents, room, rules) {
    const text = element("textarea", { id: "tasks", rows: 6, required: true, spellcheck: "false", "aria-describedby": "tasks-told" });
    const deal = trying(async () => {
      const { tasks } = await say(room, "deals", { game: name, ...(rules?.chosen() ?? {}), count: 5 });
      text.value = [text.value.trim(), tasks].filter(Boolean).join("\n");
    });
    return [
      field("tasks", t("room.tasks"), text, element("span", { class: "quiet", id: "tasks-told" }, t("room.tasks-told"))),
      element("p", {}, button(t("room.deal"), deal, "small")),
      field("rival", t("room.against"), agentSelect("rival", agents, quick)),
      field("tries", t("room.tries"), element("select", { id: "tries" }, [1, 2, 3, 5].map((n) => option(n, String(n)))), element("span", { class: "quiet" }, t("room.tries-told"))),
    ];
  },
};

const ORDERS = {
  tournament: () => ({
    format: find("format").value,
    each: Number(find("each").value),
    rounds: find("format").value === "swiss" ? number("rounds") : null,
    units: number("units"),
    even: find("even").checked,
    auto: find("auto").checked,
    agents: [...find("added").querySelectorAll("select")].map(({ value }) => value),
  }),
  simul: () => ({ host: find("host").value || null, units: number("units") }),
  homework: () => ({ tasks: find("tasks").value, agent: find("rival").value, tries: Number(find("tries").value) }),
};

// The form of one game: opponents with their strength, the variant, rules that may be changed, whom to invite or watch.
import { agentOptions, largeFamilies } from "./agent_choice.js";
import { button, element } from "../basics/api.js";
import { face } from "../pictures/faces.js";
import { rulesPage } from "../basics/places.js";
import { number, t } from "../basics/words.js";

const PERSON = "person", NAME = "bolicho.name", LEVELS = 5;
export const field = (id, label, ...inside) => element("div", { class: "field" }, element("label", { for: id }, label), inside);

// alone: nobody can be invited, watched or asked for consent, since there is no server.
export function setUp(form, game, agents, openTable, wanted, { alone = false } = {}) {
  const named = (name) => agents.find(({ spec }) => spec === name);
  const first = named(wanted) ?? named(game.quick) ?? agents[0];
  const rivals = game.seats === 2 ? rivalList(agents, first, game.name, alone) : seatChoosers(agents, first, game.seats - 1, game.name);
  const rules = variant(game);
  const name = element("input", { id: "own-name", maxlength: "40", autocomplete: "nickname" });
  name.value = localStorage.getItem(NAME) ?? "";
  const consent = element("input", { type: "checkbox", id: "consent" });
  const about = element("a", { href: "/people" }, t("lobby.consent-more"));

  const me = () => {
    localStorage.setItem(NAME, name.value.trim());
    return { kind: "me", name: name.value.trim() };
  };
  const seated = (spec) => (spec === PERSON ? { kind: "open" } : { kind: "agent", agent: spec });
  const places = Array.from({ length: game.seats }, (_, at) => element("option", { value: at }, t("lobby.seat", { n: at + 1 })));
  const place = element("select", { id: "own-seat" }, places);
  const order = (others) => {
    const mode = form.querySelector("[name=mode]:checked").value;
    const before = Number(place.value), seats = [...others.slice(0, before), me(), ...others.slice(before)];
    openTable({ game: game.name, ...rules.chosen(), seats, mode, consent: consent.checked });
  };
  const invite = () => order([{ kind: "open" }, ...rivals.chosen().slice(1).map(seated)]);

  form.hidden = false;
  form.onsubmit = (event) => {
    event.preventDefault();
    order(rivals.chosen().map(seated));
  };
  form.replaceChildren(
    element("p", { class: "about" }, game.about, " ", element("a", { href: rulesPage(game.name) }, t("lobby.rules"))),
    rivals.box,
    rules.box,
    element("fieldset", {}, element("legend", {}, t("lobby.mode")), ["learning", "recorded"].map(modeChoice)),
    field("own-name", t("lobby.name"), name),
    field("own-seat", t("lobby.own-seat"), place),
    ...(alone ? [] : [element("label", { class: "check" }, consent, element("span", {}, t("people.consent"), " ", about))]),
    ...(alone ? [] : [element("p", { class: "quiet", id: "invite-told" }, t("lobby.invite-told"))]),
    element("p", { class: "row sit-down" },
      element("button", { class: "button primary big" }, t("lobby.play")),
      alone ? null : button(t("lobby.invite"), invite, "", { "aria-describedby": "invite-told" })),
    ...(alone ? [] : [watching(game, agents, rules, openTable)]),
  );
}

function modeChoice(mode, at) {
  const chosen = element("input", { type: "radio", name: "mode", value: mode, checked: at === 0 });
  return element("label", { class: "check" }, chosen, element("span", {}, t(`lobby.mode-${mode}`)));
}

// One opponent: a list with character, level and measured strength; one of each level in sight, the others folded.
function rivalList(agents, start, game, alone) {
  const steps = agents.filter(({ step }) => step); // one that comes in steps is offered in all of them
  const ofLevel = new Map(steps.length ? [] : agents.filter(({ level: of }) => of).map((agent) => [agent.level, agent]));
  if (start.level && !steps.length) ofLevel.set(start.level, start);
  const inSight = agents.filter((agent) => agent === start || agent.step || ofLevel.get(agent.level) === agent);
  const many = largeFamilies(agents), shown = inSight.filter((agent) => agent === start || !many.has(agent.family));
  const families = [...many.values()].map((all) => all.find((agent) => shown.includes(agent)) ?? all[0]);
  const others = agents.filter((agent) => !shown.includes(agent) && (!many.has(agent.family) || families.includes(agent)));
  const line = (agent) => {
    const chosen = element("input", { type: "radio", name: "rival", value: agent.spec, checked: agent === start });
    const strength = element("span", { class: "rival-strength" }), character = element("span", { class: "quiet" }, agent.person ? "" : agent.character);
    const person = element("span", { class: "rival-person" }), picture = face(agent);
    const tell = (one) => {
      person.textContent = [one.person, beats(one)].filter(Boolean).join(" ");
      strength.replaceChildren(level(one), " ", strengthOf(one));
    };
    tell(agent);
    const alike = many.get(agent.family), name = alike ? agent.family : agent.name;
    const text = element("span", { class: "rival-text" }, element("strong", {}, name), " ", character, person, strength);
    const whole = element("label", { class: "rival" }, chosen, picture, text);
    if (!alike) return whole;
    const which = variants(alike, agent, (one) => {
      chosen.value = one.spec;
      chosen.checked = true;
      tell(one);
    });
    return element("div", { class: "rival-family" }, whole, which);
  };
  const box = element("fieldset", { class: "rivals" }, element("legend", {}, t("lobby.opponents")), shown.map(line));
  if (others.length) {
    const summary = element("summary", {}, t("lobby.more", { n: others.length }));
    box.append(element("details", { class: "more" }, summary, element("div", {}, others.map(line))));
  }
  if (!alone) box.append(sideBySide(game), element("details", {}, element("summary", {}, t("lobby.strength-how")), measured(agents)));
  return { box, chosen: () => [box.querySelector(":checked").value] };
}

// How a policy decides, by its code: PVS picks a move by wins, PVCNPS a group of cases by wins and then a move by points.
const POLICY = /^(MJ|PL|PV|NP)(C?)(MJ|PL|PV|NP)?S$/;
function decides({ variant: code }) {
  const [, group, two, move = group] = POLICY.exec(code) ?? [];
  return group ? t(two ? "policy.two" : "policy.one", { group: t(`policy.${group}`), move: t(`policy.${move}`), code }) : code;
}

// One line for a large family, and a choice.
function variants(all, start, choose) {
  const called = (one) => [decides(one), one.level && t("lobby.level", { n: one.level })].filter(Boolean).join(" · ");
  const options = all.map((agent) => element("option", { value: agent.spec, selected: agent === start }, called(agent)));
  const id = `variant-${all[0].spec.split(":")[0]}`, select = element("select", { id }, options);
  select.addEventListener("change", () => choose(all.find(({ spec }) => spec === select.value)));
  return field(id, t("lobby.policy", { name: all[0].family }), select);
}

// Several seats: a chooser each, a person to be invited or an agent; at first others of like strength, each once.
function seatChoosers(agents, start, count, game) {
  const far = (agent) => Math.abs(agent.level - start.level);
  const near = agents.filter((agent) => agent !== start && agent.strength).sort((one, other) => far(one) - far(other));
  const seated = [start, ...near], selects = Array.from({ length: count }, (_, at) =>
    agentSelect(`seat-${at}`, agents, (seated[at] ?? start).spec, true));
  const lines = agents.map((agent) => {
    const name = element("strong", {}, agent.name);
    return element("li", {}, name, ` ${agent.character} `, level(agent), " ", strengthOf(agent));
  });
  const box = element("fieldset", {},
    element("legend", {}, t("lobby.opponents-four")),
    selects.map((select, at) => field(select.id, t("lobby.seat", { n: at + 2 }), select)),
    sideBySide(game),
    element("details", {},
      element("summary", {}, t("lobby.strength-how")),
      element("ul", { class: "plain" }, lines),
      measured(agents)));
  return { box, chosen: () => selects.map((select) => select.value) };
}

export function agentSelect(id, agents, chosen, people = false) {
  const called = ({ name, level: of }) => (of ? `${name} (${t("lobby.level", { n: of })})` : name);
  const select = element("select", { id }, people ? element("option", { value: PERSON }, t("lobby.somebody")) : null);
  agentOptions(select, agents, chosen, called);
  return select;
}

function beats({ beats: told }) {
  if (!told?.of) return "";
  return t(told.players === told.of ? "lobby.beats-all" : told.players ? "lobby.beats" : "lobby.beats-nobody", told);
}

function level({ level: of }) {
  if (!of) return element("span", { class: "level" }, t("lobby.level-none"));
  const dots = element("span", { "aria-hidden": "true" }, "●".repeat(of) + "○".repeat(LEVELS - of));
  return element("span", { class: "level" }, dots, element("span", { class: "unseen" }, t("lobby.level", { n: of })));
}

function strengthOf({ strength }) {
  if (!strength) return "";
  const [rating, low, high] = [strength.rating, strength.low, strength.high].map((one) => number(one));
  const told = [t("lobby.strength", { rating, low, high })];
  if (strength.win !== null) told.push(t("lobby.strength-win", { win: number(100 * strength.win) }));
  if (strength.exploitability !== null) told.push(t("lobby.strength-exploit", { points: number(strength.exploitability, 2) }));
  return element("span", { class: "quiet" }, told.join(" · "));
}

function measured(agents) {
  const known = agents.find((agent) => agent.strength)?.strength;
  const text = known ? t("lobby.strength-told", { ...known, matches: number(known.matches) }) : t("lobby.strength-none");
  return element("p", { class: "quiet" }, text);
}

const sideBySide = (game) => element("p", { class: "side-by-side" }, element("a", { href: `/strength#${game}` }, t("lobby.strength-all")));

// The variant: presets by name, single rules folded away.
export function variant({ presets, options }) {
  const about = element("p", { class: "quiet", id: "preset-about" });
  const names = presets.map(({ name, title }) => element("option", { value: name }, title));
  const select = element("select", { id: "preset", "aria-describedby": "preset-about" }, names);
  const fields = options.map((option) => ({ option, input: optionInput(option) }));
  const count = element("span", { class: "tag", hidden: true });

  const preset = () => presets.find(({ name }) => name === select.value);
  const standard = (option) => String(preset()?.options[option.name] ?? option.default);
  const changed = () => fields.filter(({ option, input }) => input.value !== standard(option));
  const tell = () => {
    count.hidden = !changed().length;
    count.textContent = t("lobby.changed", { n: changed().length });
  };
  const reset = () => {
    about.textContent = preset()?.about ?? "";
    for (const { option, input } of fields) input.value = standard(option);
    tell();
  };
  select.addEventListener("change", reset);
  for (const { input } of fields) input.addEventListener("change", tell);
  reset();

  const box = element("div", { class: "variant" },
    presets.length ? field("preset", t("lobby.variant"), select, about) : null,
    element("details", {},
      element("summary", {}, t("lobby.options"), " ", count),
      element("div", { class: "options" }, fields.map(({ option, input }) => field(input.id, option.title, input)))));
  const given = ({ option, input }) => [option.name, option.values.length ? input.value : Number(input.value)];
  const named = () => (presets.length ? { preset: select.value } : {});
  return { box, chosen: () => ({ ...named(), options: Object.fromEntries(changed().map(given)) }) };
}

function optionInput({ name, values, low, high, default: value }) {
  const id = `option-${name}`;
  if (!values.length) return element("input", { id, type: "number", min: low, max: high, value, required: true });
  return element("select", { id }, values.map((one) => element("option", { value: one.value }, one.text)));
}

function watching(game, agents, rules, openTable) {
  const first = agents[0].spec, second = game.quick === first ? (agents[1] ?? agents[0]).spec : game.quick;
  const selects = Array.from({ length: game.seats }, (_, at) => agentSelect(`watch-${at}`, agents, at === 1 ? second : first));
  const open = () => {
    const seats = selects.map(({ value }) => ({ kind: "agent", agent: value }));
    openTable({ game: game.name, ...rules.chosen(), seats, mode: "learning", consent: false });
  };
  return element("details", { class: "watch" },
    element("summary", {}, t("lobby.watch-start")),
    element("div", { class: "row" }, selects.map((select, at) => field(select.id, t("lobby.seat", { n: at + 1 }), select))),
    button(t("lobby.watch-go"), open));
}

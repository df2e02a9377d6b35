// A choice of agents, folded: one of each large family and who was measured; the others come when they are asked for.
import { element } from "../basics/api.js";
import { t } from "../basics/words.js";

const MANY = 6, MORE = "+";

// Families of many that differ by a setting only (the twenty policies of the case-based player).
export function largeFamilies(agents) {
  const families = new Map();
  for (const agent of agents) if (!agent.step) families.set(agent.family, [...(families.get(agent.family) ?? []), agent]);
  return new Map([...families].filter(([, all]) => all.length > MANY));
}

export function agentOptions(select, agents, chosen, called = ({ name }) => name) {
  const many = largeFamilies(agents), measured = agents.some(({ strength }) => strength);
  const stands = ({ family }, all) => all.find(({ spec }) => spec === chosen) ?? all.find(({ name }) => name === family) ?? all[0];
  const isShown = (agent) => agent.spec === chosen
    || ((agent.strength || !measured) && (!many.has(agent.family) || stands(agent, many.get(agent.family)) === agent));
  const line = (agent) => element("option", { value: agent.spec, selected: agent.spec === chosen }, called(agent));
  const rest = agents.filter((agent) => !isShown(agent)), more = element("option", { value: MORE }, t("lobby.more", { n: rest.length }));
  select.append(...agents.filter(isShown).map(line), ...(rest.length ? [more] : []));
  select.onchange = () => {
    if (select.value !== MORE) return;
    more.replaceWith(...rest.map(line));
    select.value = rest[0].spec;
    try {
      select.showPicker();
    } catch {
      // this browser opens a list for nobody but a person
    }
  };
}

// "Play on from here": choose your seat and who sits at the others, then a new table opens at this ply.
import { element, get, keepSeat, post } from "../basics/api.js";
import { language, t } from "../basics/words.js";

export async function offerPlayOn(match, place, find) {
  const box = find("play-on-box"), root = find("play-on-seats");
  find("play-on-told").textContent = "";
  const known = (await get(`/api/games/${encodeURIComponent(match.game)}/agents?language=${language}`).catch(() => ({ agents: [] }))).agents ?? [];
  const specs = known.map((one) => one.spec);
  const seats = match.names.map((name, seat) => element("label", { class: "check" },
    element("input", { type: "radio", name: "seat", value: seat, checked: seat === first(match) }), ` ${name}`));
  const others = element("div", {});
  const fill = () => {
    const mine = Number(root.querySelector("input[name=seat]:checked").value);
    others.replaceChildren(...match.names.map((name, seat) => (seat === mine ? null : chooser(match, seat, name, specs, known))).filter(Boolean));
  };
  root.replaceChildren(element("fieldset", {}, element("legend", {}, t("replay.play-on-seat")), seats), others);
  root.onchange = (event) => event.target.name === "seat" && fill();
  fill();
  find("play-on-form").onsubmit = (event) => {
    if (event.submitter?.value !== "go") return;
    event.preventDefault();
    begin(match, place, root, find);
  };
  box.showModal();
}

const first = (match) => Math.max(0, match.seats.findIndex((seat) => seat.kind === "person"));

function chooser(match, seat, name, specs, known) {
  const former = match.seats[seat].agent;
  const listed = former && !specs.includes(former) ? [former, ...specs] : specs;
  const chosen = former ?? match.stand_in;
  const id = `against-${seat}`;
  const options = (listed.length ? listed : [chosen]).map((spec) => {
    const one = known.find((agent) => agent.spec === spec);
    return element("option", { value: spec, selected: spec === chosen }, one ? `${one.name} (${spec})` : spec);
  });
  return element("div", { class: "field" }, element("label", { for: id }, t("replay.play-on-against", { who: name })), element("select", { id, "data-seat": seat }, options));
}

async function begin(match, { record, unit, ply }, root, find) {
  const seat = Number(root.querySelector("input[name=seat]:checked").value);
  const agents = match.names.map(() => null);
  for (const one of root.querySelectorAll("select")) agents[Number(one.dataset.seat)] = one.value;
  try {
    const opened = await post(`/api/matches/${record}/play-on`, { unit, ply, seat, agents, language });
    keepSeat(opened.table, { seat: opened.seat, token: opened.token, withdrawal: opened.withdrawal });
    location.href = `/table/${opened.table}`;
  } catch (error) {
    find("play-on-told").textContent = t("replay.play-on-failed", { why: error.message });
  }
}

// The owner's part of the tutor page: trainings that ask, started, stopped, resumed, and links for those who teach.
import { copyText, element, get } from "../basics/api.js";
import { addresses, origin, addressChoice } from "../basics/network.js";
import { call, keepKey } from "../lab/shared.js";
import { playAgainst } from "../lab/opponent.js";
import { language, number, t } from "../basics/words.js";

const find = (id) => document.getElementById(id);
const AGAIN = 4000;
const links = new Map();
let drawn = "", others = [];

export async function showOwner({ enter }) {
  find("key-form").addEventListener("submit", (event) => {
    event.preventDefault();
    keepKey(find("key").value.trim());
    list(enter);
  });
  find("form").addEventListener("submit", (event) => {
    event.preventDefault();
    start(enter);
  });
  if (await list(enter)) {
    const agents = await get("/api/games/truco/agents").catch(() => null);
    find("agents").replaceChildren(...(agents?.agents ?? agents ?? []).map((one) => element("option", { value: one.spec }, one.name)));
    setInterval(() => document.visibilityState === "visible" && list(enter), AGAIN);
  }
}

async function list(enter) {
  let found;
  others = await addresses();
  try {
    found = (await call(`/api/tutor/sessions?lang=${language}`)).sessions;
  } catch (error) {
    if (error.status !== 403) tell(error.message);
    find("key-box").hidden = error.status !== 403;
    find("owned").hidden = true;
    return false;
  }
  find("key-box").hidden = true;
  find("owned").hidden = false;
  if (!found.length && !drawn) find("new").open = true;
  const key = JSON.stringify(found.map((one) => [one.id, one.state, one.done, one.counts, one.message])) + [...links] + origin(others);
  if (key === drawn) return true;
  drawn = key;
  const focus = document.activeElement?.dataset?.do, where = document.activeElement?.closest?.("[data-id]")?.dataset.id;
  find("trainings").replaceChildren(...(found.length ? found.map((one) => row(one, enter)) : [element("li", { class: "quiet" }, t("tutor.owner-none"))]));
  if (focus) find("trainings").querySelector(`[data-id="${where}"] [data-do="${focus}"]`)?.focus({ preventScroll: true });
  return true;
}

function row(one, enter) {
  const total = (what) => number(Object.values(one.counts[what] ?? {}).reduce((sum, count) => sum + count, 0));
  const facts = { state: t(`tutor.state-${one.state}`), done: number(one.done), matches: number(one.matches), asked: total("asked"), answered: total("answered"), timed_out: total("timed_out") };
  const button = (what, go) => element("button", { type: "button", class: "button small", "data-do": what, onclick: go }, t(`tutor.${what}`));
  const act = (what) => async () => {
    try {
      await call(`/api/tutor/sessions/${one.id}/${what}`, {});
      list(enter);
    } catch (error) {
      tell(error.message);
    }
  };
  return element("li", { "data-id": one.id }, element("p", {}, element("strong", {}, t("tutor.training", { name: one.name, bot: one.bot_name, against: one.against_name }))),
    element("p", { class: "quiet" }, t("tutor.training-told", facts), one.message ? `: ${one.message}` : ""),
    links.has(one.id) ? linkBox(one.id, () => list(enter)) : null,
    one.state === "done" ? playAgainst(one.opponent) : null,
    element("p", { class: "row" }, one.state === "done" ? null : [button("open", async () => enter({ session: one.id, token: await tokenOf(one.id) })), button("new-link", async () => (await tokenOf(one.id), list(enter)))],
      one.state === "running" ? button("stop", act("stop")) : one.state === "done" ? null : button("resume", act("resume"))));
}

async function tokenOf(id) {
  if (!links.has(id)) links.set(id, (await call(`/api/tutor/sessions/${id}/link`, {})).token);
  return links.get(id);
}

function linkBox(id, again) {
  const address = `${origin(others)}/tutor#session=${id}&token=${links.get(id)}`;
  const done = element("span", { role: "status", class: "quiet" });
  const field = element("input", { readonly: true, value: address, "aria-label": t("tutor.link-label"), onfocus: (event) => event.target.select() });
  return element("div", {}, element("p", { class: "quiet" }, t("tutor.link")), element("div", { class: "link-box" }, field,
    element("button", { type: "button", class: "button small", onclick: async () => (done.textContent = t((await copyText(address)) ? "tutor.copied" : "tutor.copy-by-hand")) }, t("tutor.copy")), done), addressChoice(others, again));
}

async function start(enter) {
  const value = (name) => find(`f-${name}`).value.trim();
  const asked = { name: value("name"), bot: value("bot"), against: value("against"), matches: Number(value("matches")), timeout: Number(value("timeout")), start: value("start"), stay: find("f-stay").checked };
  find("start").setAttribute("aria-disabled", "true");
  tell(t("tutor.starting"), "quiet");
  try {
    const begun = await call(`/api/tutor/sessions?lang=${language}`, asked);
    links.set(begun.session.id, begun.token);
    tell("");
    find("new").open = false;
    await list(enter);
  } catch (error) {
    tell(error.message);
  }
  find("start").removeAttribute("aria-disabled");
}

function tell(text, kind = "error") {
  find("owner-told").className = kind;
  find("owner-told").textContent = text;
}

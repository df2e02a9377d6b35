// A table with open seats: links to invite people, and agents that may take a seat.
import { button, copyText, element, get, post } from "../basics/api.js";
import { addresses, origin, addressChoice } from "../basics/network.js";
import { withdrawal } from "./panels.js";
import { qrFold, shareButton } from "./share.js";

export function waitingPanel(after, view, tools) {
  const { t } = tools, here = document.getElementById("waiting");
  const open = view.seats.filter((one) => one.kind === "open");
  if (!open.length || view.state) return here?.remove();
  const key = open.map((one) => one.seat).join();
  if (here?.dataset.key === key) return;
  here?.remove();
  const panel = element("section", { id: "waiting", class: "panel", "data-key": key, "aria-label": t("table.waiting") });
  after.closest(".felt").after(panel);
  const draw = async () => panel.replaceChildren(...parts(open, view, await addresses(), draw, tools));
  draw();
}

function parts(open, view, others, again, tools) {
  const { t, seat } = tools, invites = Boolean(seat?.invites?.length);
  return [
    element("h2", {}, t("table.waiting")),
    ...open.flatMap((one) => [
      element("h3", {}, t("table.seat", { n: one.seat + 1 })),
      ...invitation(one, origin(others), tools),
      ...(seat ? agentFor(one, view, tools) : []),
    ]),
    invites ? addressChoice(others, again) : null,
    seat ? element("p", { class: "row" }, button(t("table.cancel"), tools.cancel, "small")) : null,
    seat?.withdrawal && !document.getElementById("withdrawal") ? withdrawal(seat, t) : null,
  ].flat().filter(Boolean);
}

function invitation(one, house, { t, table, seat }) {
  const code = seat?.invites?.find((invite) => invite.seat === one.seat)?.code;
  if (!code) return [];
  const link = `${house}/table/${table}#invite=${one.seat}.${code}`;
  const done = element("span", { role: "status", class: "quiet" });
  const copy = async () => (done.textContent = t((await copyText(link)) ? "table.copied" : "table.copy-by-hand"));
  const select = (event) => event.target.select();
  const shown = element("input", { readonly: true, value: link, "aria-label": t("table.invite-link"), onfocus: select });
  const share = typeof navigator.share === "function" ? shareButton({ title: "Bolicho", text: t("share.come"), url: link }) : [];
  const row = element("div", { class: "invite" }, shown, button(t("table.copy"), copy, "primary"), done, ...share);
  return [element("p", {}, t("table.invite")), row, qrFold(link)];
}

function agentFor(one, view, { t, table, seat }) {
  const choose = element("select", { "aria-label": t("table.fill") });
  const problem = element("p", { class: "error", role: "alert" });
  Promise.all([get(`/api/games/${view.game}/agents`), import("../lobby/agent_choice.js")]).then(([{ agents }, { agentOptions }]) => {
    agentOptions(choose, agents, agents[0]?.spec);
  });
  const fill = async () => {
    try {
      await post(`/api/tables/${table}/fill`, { seat: one.seat, agent: choose.value }, { token: seat.token });
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  return [element("div", { class: "invite" }, choose, button(t("table.fill"), fill)), problem];
}

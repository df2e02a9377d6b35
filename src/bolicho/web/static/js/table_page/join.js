// Whoever comes with an invitation says a name and sits down.
import { element, get, keepSeat, post } from "../basics/api.js";
import { language, t } from "../basics/words.js";

// invited: "<seat>.<code>", out of the address; seated(seat) is called when there is a seat.
export function join(place, table, invited, seated) {
  const name = element("input", { id: "join-name", maxlength: "40", autocomplete: "nickname" });
  const consent = element("input", { type: "checkbox", id: "join-consent" });
  const more = element("a", { href: "/people", target: "_blank", rel: "noopener" }, t("join.consent-more"));
  const problem = element("p", { class: "error", role: "alert", hidden: true });
  const told = element("p", { id: "join-told" });
  tell(told, table);
  const form = element("form", { class: "panel join" },
    element("h2", {}, t("join.title")),
    told,
    element("p", {}, t("join.text")),
    element("div", { class: "field" }, element("label", { for: "join-name" }, t("join.name")), name),
    element("label", { class: "check" }, consent, element("span", {}, t("people.consent"), " ", more)),
    problem,
    element("button", { class: "button primary" }, t("join.sit")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const code = invited.slice(invited.indexOf(".") + 1);
    try {
      const asked = { invite: code, name: name.value.trim(), language, consent: consent.checked };
      const given = await post(`/api/tables/${table}/join`, asked);
      const seat = { seat: given.seat, token: given.token, code: given.withdrawal, withdrawal: consent.checked ? given.withdrawal : null };
      keepSeat(table, seat);
      history.replaceState(null, "", location.pathname);
      form.remove();
      place.hidden = false;
      seated(seat);
    } catch (error) {
      Object.assign(problem, { textContent: error.message, hidden: false });
    }
  });
  place.hidden = true;
  place.before(form);
}

// What one is invited to: the game, who waits there, and the rules.
async function tell(root, table) {
  const view = await get(`/api/tables/${table}`).catch(() => null);
  if (!view) return;
  const host = view.seats.find(({ kind }) => kind === "person")?.name ?? "";
  const rules = `/rules/${view.game}${view.preset ? `?preset=${encodeURIComponent(view.preset)}` : ""}`;
  root.append(t("join.what", { game: [view.title, view.variant].filter(Boolean).join(", "), host }), " ",
    element("a", { href: rules, target: "_blank", rel: "noopener" }, t("table.rules")));
}

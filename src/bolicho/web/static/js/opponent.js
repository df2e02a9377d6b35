// Sit down at once against somebody who was trained or taught here.
import { button, element, keepSeat, post } from "./api.js";
import { language, t } from "./words.js";

export function playAgainst({ game, agent }) {
  const problem = element("span", { class: "error", role: "alert" });
  const open = async () => {
    try {
      const seats = [{ kind: "me" }, { kind: "agent", agent }];
      const { table, seat, token } = await post("/api/tables", { game, seats, mode: "learning", consent: false, language });
      keepSeat(table, { seat, token });
      location.href = `/table/${table}`;
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  return element("p", { class: "row" }, button(t("play-against", { agent }), open, "primary"), problem);
}

// Sit down at once against somebody who was trained or taught here.
import { button, element } from "../basics/api.js";
import { sitDown } from "../lobby/sit_down.js";
import { t } from "../basics/words.js";

export function playAgainst({ game, agent }) {
  const problem = element("span", { class: "error", role: "alert" });
  const open = async () => {
    try {
      await sitDown({ game, seats: [{ kind: "me" }, { kind: "agent", agent }], mode: "learning", consent: false });
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  return element("p", { class: "row" }, button(t("play-against", { agent }), open, "primary"), problem);
}

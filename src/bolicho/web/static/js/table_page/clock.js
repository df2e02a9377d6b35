// Among people: how long one of them has been at a move, and what those who wait may do about one who is away.
import { button, element } from "../basics/api.js";
import { nameOf } from "./parts.js";
import { t } from "../basics/words.js";

const SECOND = 1000;
let timer = 0, patient = null; // patient: the ply at which somebody chose to wait, and since when

// does: {stand-in(), claim()}
export function drawClock(root, view, does) {
  clearInterval(timer);
  const clock = view.turn === null || view.over ? null : view.clock, began = performance.now();
  root.hidden = !clock;
  if (!clock) return root.replaceChildren();
  const time = element("span", { role: "timer", class: "time", "aria-label": t("table.clock") });
  const missed = element("p", { class: "missed", role: "status" }), choice = element("p", { class: "row" });
  root.replaceChildren(time, missed, choice);
  const tick = () => {
    const passed = (performance.now() - began) / SECOND, waits = view.seat !== null && view.seat !== view.turn;
    time.textContent = minutes(clock.turn + passed);
    if (clock.away === null || !waits) return;
    missed.textContent = t("table.missed", { name: nameOf(view, view.turn) });
    const mine = patient?.ply === view.ply ? (performance.now() - patient.since) / SECOND : clock.away + passed;
    if (mine >= clock.patience) offer(choice, view, clock, does);
  };
  tick();
  timer = setInterval(tick, SECOND);
}

function offer(choice, view, clock, does) {
  if (choice.childElementCount) return;
  const wait = () => {
    patient = { ply: view.ply, since: performance.now() };
    choice.replaceChildren();
  };
  choice.append(button(t("table.wait"), wait, "small"), button(t("table.stand-in"), does.standIn, "small"));
  if (clock.claim) choice.append(button(t("table.claim"), does.claim, "small"));
}

const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, "0")}`;

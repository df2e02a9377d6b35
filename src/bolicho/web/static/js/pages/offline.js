// The line is down: try again now and then, and go back to where the person wanted to be.
import { count, load } from "../mine/ledger.js";
import { number, t } from "../basics/words.js";

const EVERY = 5000;
const find = (id) => document.getElementById(id);
const { matches, wins, best } = count(load().matches);
find("own").textContent = matches ? t("offline.own", { n: number(matches), won: number(wins), best: number(best) }) : t("offline.own-none");

async function again(asked) {
  if (asked) find("state").textContent = t("offline.trying");
  try {
    const answer = await fetch("/api/games", { cache: "no-store" });
    if (answer.ok) return location.pathname === "/offline" ? location.replace("/") : location.reload();
  } catch {
    // still down
  }
  if (asked) find("state").textContent = t("offline.still");
}

find("again").addEventListener("click", () => again(true));
window.addEventListener("online", () => again(true));
setInterval(again, EVERY, false);

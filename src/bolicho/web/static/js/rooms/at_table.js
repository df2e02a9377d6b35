// At a table of a room: the way back, the next table as soon as it is ready, and for who plays against all, who waits.
import { button, element } from "../basics/api.js";
import { t } from "../basics/words.js";
import { follow, goToTable, roomAt, tokenOf, watch } from "./shared.js";

const PULL = 2500, LOOKS = 2500;

export function bar(before, table, { room: code }) {
  const room = roomAt(code);
  const brand = document.querySelector(".brand"); // where it takes no room from the cards
  brand.href = `/room/${code}`;
  brand.replaceChildren(`← ${t("bar.back", { code })}`);
  const news = element("div", { class: "room-bar", role: "status", "aria-live": "polite" });
  before.before(news);
  if (!room) return;
  let pulled = false;
  const told = (view) => {
    const here = view.mine.some((one) => one.table === table);
    const others = view.mine.filter((one) => one.table !== table && one.kind !== "homework");
    const waiting = others.filter(({ my_turn: turn }) => turn);
    const key = JSON.stringify([here, others.map((one) => one.table), waiting.length, view.contests.map(({ over }) => over)]);
    if (news.dataset.key === key) return;
    news.dataset.key = key;
    if (room.key) {
      news.replaceChildren(...(waiting.length ? [button(t("bar.waiting", { n: waiting.length }), () => goToTable(room, waiting[0]), "small primary")] : []));
      return;
    }
    const next = others.find(({ kind }) => kind !== "free") ?? (here ? null : others[0]);
    if (next) {
      news.replaceChildren(button(t("bar.next"), () => goToTable(room, next), "primary"));
      if (!here && !pulled) setTimeout(() => goToTable(room, next), PULL);
      pulled = pulled || !here;
      return;
    }
    if (here) return news.replaceChildren();
    const contest = view.contests.filter(({ kind, over }) => !over && kind !== "free" && kind !== "homework").at(-1);
    const left = contest ? contest.tables.filter(({ over }) => !over).length : 0;
    news.replaceChildren(contest ? t("bar.still", { n: left }) : t("bar.done"));
  };
  if (room.key) watch(code, tokenOf(room), told, () => {}, LOOKS);
  else follow(code, tokenOf(room), told, () => {});
}

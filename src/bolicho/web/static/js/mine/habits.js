// Habits priced: the house reviews the newest matches of this browser, and says what each class of decisions costs a hand.
import { ask, element, seatAt } from "../basics/api.js";
import { language, number, t } from "../basics/words.js";

const MOST = 20, PAUSE = 1500, GAME = "truco";
const find = (id) => document.getElementById(id);
const share = ({ share: value, low, high, of }) => (value === null ? "–" : [percent(value), element("small", {}, t("habits.of", { low: number(100 * low), high: number(100 * high), n: number(of) }))]);
const percent = (value) => `${number(100 * value)} %`;
let asked = 0;

/** Show the panel where there is something to price; nothing is sent before the button is pressed. */
export function offerHabits(matches, game) {
  const own = matches.filter((match) => match.game === GAME && match.record !== null).slice(-MOST).reverse();
  find("habits").hidden = game !== GAME || !own.length;
  find("habits-go").textContent = t("habits.go", { n: number(own.length) });
  find("habits-go").onclick = () => price(own);
}

async function price(own) {
  const turn = (asked += 1), matches = own.map(({ id, record }) => ({ record, token: seatAt(id)?.token ?? "" }));
  find("habits-go").hidden = true;
  find("habits-bar").hidden = false;
  try {
    for (;;) {
      const { state, done, total, habits } = await ask("/api/habits", { method: "POST", body: { matches, language } });
      if (turn !== asked) return;
      if (state === "done") {
        find("habits-told").textContent = habits.left_out ? t("habits.left-out", { n: number(habits.left_out) }) : "";
        find("habits-found").replaceChildren(...shown(habits));
        break;
      }
      find("habits-told").textContent = t("habits.working", { done: number(done), total: number(total) });
      find("habits-bar").value = total ? done / total : 0;
      await new Promise((over) => setTimeout(over, PAUSE));
    }
  } catch (error) {
    find("habits-told").textContent = t("habits.failed", { why: error.message });
    find("habits-go").hidden = false;
  }
  find("habits-bar").hidden = true;
}

const amount = ({ mean, low, high }, times, digits) => {
  const [middle, from, to] = [mean, low, high].map((value) => number(times * value, digits));
  return t("habits.amount", { mean: middle, low: from, high: to });
};
const chance = (price) => amount(price, 100, 2);
const points = (price) => amount(price, 1, 2);

function shown({ matches, hands, chance: all, points: net, dearest, habits, measures }) {
  if (!matches || !all) return [element("p", {}, t("habits.nothing"))];
  return [
    element("p", {}, t("habits.whole", { matches: number(matches), hands: number(hands), chance: chance(all), points: points(net) })),
    element("h3", {}, t("habits.dearest")),
    dearest.length ? element("ol", { class: "dearest" }, dearest.map((one) => element("li", {}, element("p", {}, one.sentence), element("p", { class: "quiet" }, t("habits.price", { chance: chance(one.chance), points: points(one.points) })))))
      : element("p", {}, t("habits.none")),
    element("details", {}, element("summary", {}, t("habits.others")), table(["habit", "how-often", "there", "chance", "points"], habits.map((one) => [one.name, t("habits.times", { done: number(one.done), of: number(one.of) }), one.expected === null ? "–" : percent(one.expected), chance(one.chance), points(one.points)]))),
    element("details", {}, element("summary", {}, t("habits.beside")), table(["measure", "own", "equilibrium", "people"], measures.map((one) => [one.name, share(one.own), share(one.equilibrium), share(one.people)]))),
    element("p", { class: "quiet" }, t("habits.note")),
  ];
}

const table = (heads, rows) => element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": t(`habits.${heads[0]}`) }, element("table", { class: "habits" },
  element("thead", {}, element("tr", {}, heads.map((key) => element("th", { scope: "col" }, t(`habits.${key}`))))),
  element("tbody", {}, rows.map(([name, ...cells]) => element("tr", {}, element("th", { scope: "row" }, name), cells.map((cell, at) => element("td", { "data-label": t(`habits.${heads[at + 1]}`) }, cell)))))));

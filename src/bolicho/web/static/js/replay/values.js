// Perfect play beside a board: what each move of the position is worth, on the board and as a table.
import { element, post } from "../basics/api.js";
import { showBoard } from "../why/why.js";
import { t } from "../basics/words.js";

export class Values {
  constructor(match, find) {
    Object.assign(this, { match, find, on: false, known: new Map() });
  }

  turn() {
    this.on = !this.on;
    this.find("values").setAttribute("aria-pressed", String(this.on));
    this.find("values-box").hidden = !this.on;
  }

  async show(frame, state) {
    if (!this.on) return;
    const root = this.find("values-drawn");
    if (frame.over) return root.replaceChildren(element("p", { class: "quiet" }, t("replay.values-over")));
    const position = state.position.text;
    this.wanted = position;
    if (!this.known.has(position)) {
      root.replaceChildren(element("p", { class: "quiet" }, t("replay.values-loading")));
      try {
        this.known.set(position, await post("/api/boards/values", { game: this.match.game, position }));
      } catch (error) {
        return root.replaceChildren(element("p", { class: "error" }, error.message));
      }
      if (this.wanted !== position) return;
    }
    this.draw(root, this.known.get(position), state);
  }

  draw(root, { moves }, state) {
    const place = element("div", { class: "why-board" });
    const order = [...moves].sort((a, b) => b.value - a.value || a.value * (a.distance - b.distance));
    const rows = order.map((one) => {
      const name = one.value > 0 ? "win" : one.value < 0 ? "loss" : "draw";
      return element("tr", { class: one.best ? "best" : "" }, element("th", { scope: "row" }, one.move),
        element("td", {}, element("span", { class: `outcome ${name}` }, t(`replay.value-${name}`, { n: one.distance }))));
    });
    const table = element("table", { class: "values-table" }, element("caption", {}, t("replay.value-head")),
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, t("why.head-move")), element("th", { scope: "col" }, t("replay.head-outcome")))),
      element("tbody", {}, rows));
    root.replaceChildren(place, table);
    showBoard(place, state, Object.fromEntries(moves.map((one) => [one.move, one.value])), t);
  }
}

// The human test: results as charts with their tables, and the form by which people delete what is kept of them.
import { dropSeat, element, get, post, seatAt } from "../basics/api.js";
import { drawChart } from "../charts/charts.js";
import { language, number, t } from "../basics/words.js";

const OPEN = new Set(["wins", "paper"]); // tables that tell more than their charts
const find = (id) => document.getElementById(id);

async function results() {
  try {
    const found = await get(`/api/people/results?language=${language}`);
    find("told").textContent = found.matches ? t("people.numbers", { matches: number(found.matches), answered: number(found.answered) }) : t("people.none");
    find("charts").replaceChildren();
    for (const chart of found.exhibits.filter((one) => one.rows.length)) {
      const box = drawChart(find("charts"), chart, { csv: `/api/people/results.csv?table=${chart.name}` });
      if (OPEN.has(chart.name)) box.querySelector("details.numbers").open = true;
    }
  } catch (error) {
    find("told").textContent = t("people.failed", { why: error.message });
  }
}

// Tables of this browser whose codes it still has.
function kept() {
  const tables = Object.keys(localStorage).filter((key) => key.startsWith("bolicho.table.")).map((key) => key.slice(14));
  return tables.map((table) => ({ table, code: seatAt(table)?.withdrawal ?? seatAt(table)?.code })).filter(({ code }) => code);
}

function mine() {
  const codes = kept();
  find("mine").replaceChildren(...(codes.length ? [element("p", { class: "quiet" }, t("people.mine")), element("p", { class: "row" }, codes.map(({ table, code }) =>
    element("button", { type: "button", class: "button small", onclick: () => ((find("code").value = code), find("code").focus()) }, t("people.mine-use", { table }))))] : []));
}

function sure(yes) {
  find("sure").hidden = !yes;
  find("go").hidden = yes;
}

find("form").addEventListener("submit", (event) => {
  event.preventDefault();
  find("withdrawn").textContent = "";
  sure(true);
  find("no").focus();
});
find("no").addEventListener("click", () => (sure(false), find("code").focus()));
find("yes").addEventListener("click", async () => {
  const code = find("code").value.trim();
  try {
    const gone = await post("/api/withdraw", { code });
    for (const { table } of kept().filter((one) => one.code === code)) dropSeat(table);
    find("withdrawn").className = "notice";
    find("withdrawn").textContent = t("people.withdrawn", { records: number(gone.records), cases: number(gone.cases), answers: number(gone.answers) });
    find("code").value = "";
    mine();
    results();
  } catch (error) {
    find("withdrawn").className = "error";
    find("withdrawn").textContent = error.message;
  }
  sure(false);
});

mine();
results();

// Numbers by move: simulated means, chances with their intervals, worths, values; one bar each, drawn from the facts alone.
import { bars, number, percent, told } from "./parts.js";

/** Which facts are series by move, how they are written, and which other facts stand beside them. */
const SERIES = [
  { key: "worths", signed: true },
  { key: "chances", share: true, spans: "intervals" },
  { key: "means", beside: "drawn" },
  { key: "values", beside: ["distances", "visits"] },
  { key: "points" },
  { key: "losers" },
  { key: "cards" },
];
export const DRAWN = new Set(SERIES.flatMap((one) => [one.key, one.spans, ...[one.beside ?? []].flat()]).filter(Boolean));

export function drawSeries(root, decision, ctx) {
  const { t, language } = ctx;
  const facts = decision.why.facts ?? {};
  let drawn = 0;
  for (const series of SERIES) {
    const found = facts[series.key];
    if (!isSeries(found)) continue;
    const beside = [series.beside ?? []].flat().filter((key) => isSeries(facts[key]));
    const spans = series.spans && facts[series.spans] && typeof facts[series.spans] === "object" ? facts[series.spans] : {};
    const write = (value) => (series.share ? percent(value, language) : number(value, language, 3, series.signed));
    const rows = Object.entries(found).map(([move, value]) => {
      const span = spans[move];
      return {
        label: ctx.moveName(move), value, low: span?.[0], high: span?.[1], chosen: isChosen(move, decision.move),
        text: span ? `${write(value)} (${write(span[0])}–${write(span[1])})` : write(value),
        more: beside.map((key) => (key === "distances" && !facts[key][move] ? "–" : number(facts[key][move] ?? 0, language))),
      };
    });
    if (rows.length > 3 && Object.values(found).some((value) => value !== 0)) rows.sort((a, b) => b.value - a.value);
    const heads = [t("why.head-move"), told(t, `why.head.${series.key}`, series.key), ...beside.map((key) => told(t, `why.head.${key}`, key))];
    const range = series.share ? { low: 0, high: 1 } : {};
    root.append(bars(rows, { caption: told(t, `why.series.${series.key}`, series.key), heads, t, ...range }));
    drawn += 1;
  }
  return drawn;
}

export function isSeries(found) {
  const values = found && typeof found === "object" && !Array.isArray(found) ? Object.values(found) : [];
  return values.length > 0 && values.every((value) => typeof value === "number");
}

function isChosen(name, move) {
  return name === move || move === `trump:${name}` || (move?.startsWith("ask:") && move.endsWith(name) && name.length === 1);
}

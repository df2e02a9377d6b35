// Small helpers of the charts: SVG elements, scales, ticks, colours and signs that can be told apart without colour.
import { number } from "../basics/words.js";

export const COLOURS = ["#1f4a86", "#a5281d", "#1f6b3f", "#8a5a08", "#6b2f7a", "#2a1d12", "#0b7a84", "#b0486b"];
export const DASHES = ["", "7 4", "2 3", "9 3 2 3", "4 2", "12 4", "1 4", "6 2 1 2"];
const SHADES = ["#4d2a0b", "#8c510a", "#bf812d", "#e5cb93", "#ffffff", "#a9cfe6", "#4f97c8", "#1f65a9", "#0b2f66"];

export function svg(tag, facts = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(facts)) if (value !== undefined && value !== null) made.setAttribute(key, value);
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

export function sheet(width, height, label) {
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label });
}

export const title = (text) => svg("title", {}, text);
export const short = (text, most) => (String(text).length > most ? `${String(text).slice(0, most - 1)}…` : String(text));
export const linear = (low, high, from, to) => (value) => from + ((value - low) / (high - low || 1)) * (to - from);

// Round numbers on an axis.
export function ticks(low, high, count = 5) {
  const span = high - low || 1, raw = span / count, size = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((n) => n * size).find((n) => n >= raw);
  const found = [];
  for (let n = Math.ceil(low / step - 1e-9); n * step <= high + step * 1e-9; n++) found.push(Number((n * step).toPrecision(12)));
  return found;
}

export function tick(value, percent) {
  if (percent) return `${number(100 * value, Math.abs(100 * value - Math.round(100 * value)) > 1e-6 ? 1 : 0)} %`;
  const size = Math.abs(value);
  const digits = [0, 1, 2].find((few) => Math.abs(value - Number(value.toFixed(few))) < 1e-9) ?? 3; // 0.5, not 0.500
  return number(value, size >= 20 ? 0 : digits);
}

export function ends(values) {
  let low = Infinity, high = -Infinity;
  for (const value of values) if (typeof value === "number") { if (value < low) low = value; if (value > high) high = value; }
  return low <= high ? [low, high] : [0, 1];
}

// Brown few, white the middle, blue many.
export function shade(part) {
  const at = Math.max(0, Math.min(1, part)) * (SHADES.length - 1), n = Math.min(SHADES.length - 2, Math.floor(at));
  const [from, to] = [SHADES[n], SHADES[n + 1]].map((hex) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16)));
  const rgb = from.map((value, k) => Math.round(value + (to[k] - value) * (at - n)));
  return { fill: `rgb(${rgb.join(",")})`, ink: 0.3 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2] > 140 ? "#1c130b" : "#ffffff" };
}

// A sign of the n-th series: round, square, triangle, diamond.
export function sign(n, x, y, size, facts, ...children) {
  const kind = n % 4;
  if (kind === 0) return svg("circle", { cx: x, cy: y, r: size, ...facts }, ...children);
  if (kind === 1) return svg("rect", { x: x - size, y: y - size, width: 2 * size, height: 2 * size, ...facts }, ...children);
  const far = size * 1.35;
  const corners = kind === 2 ? [[0, -far], [far, far * 0.8], [-far, far * 0.8]] : [[0, -far], [far, 0], [0, far], [-far, 0]];
  return svg("polygon", { points: corners.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" "), ...facts }, ...children);
}

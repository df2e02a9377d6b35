// Writes src/bolicho/games/decks.json from the decks of the web table, so that notebooks show the same cards:
//   node tools/decks.mjs
// Parts that cards share (a suit's sign, the paper) stand once; a card points at them by href="#sp-...".
import { readFile, writeFile } from "node:fs/promises";

const ROOT = new URL("../src/bolicho/", import.meta.url);
const DECKS = new URL("web/static/js/decks/", ROOT);

/* As much of a page as the decks need: an element keeps what is written into it. */
const made = [];
class Element {
  constructor() { made.push(this); this.innerHTML = ""; this.attributes = {}; }
  setAttribute(key, value) { this.attributes[key] = value; }
  removeAttribute(key) { delete this.attributes[key]; }
  get content() { return { firstElementChild: this }; }
}
globalThis.document = {
  createElement: () => new Element(),
  createElementNS: () => new Element(),
  getElementById: () => made.find((one) => one.id === "spanish-deck") ?? null,
  body: { append() {} },
};

const text = async (name) => (await readFile(new URL(`${name}.js`, DECKS), "utf8")).replace(/^import .*picture.js";$/m, "");
const load = async (...names) => import(`data:text/javascript,${encodeURIComponent((await Promise.all(names.map(text))).join("\n"))}`);
const inside = (element) => element.innerHTML.replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "").replace(/\n/g, "");

async function spanish() {
  const deck = await load("spanish");
  const cards = {};
  for (const suit of "oceb") for (const rank of [1, 2, 3, 4, 5, 6, 7, 10, 11, 12]) cards[`${rank}${suit}`] = inside(deck.card(`${rank}${suit}`));
  const defs = inside(made.find((one) => one.id === "spanish-deck"));
  const parts = Object.fromEntries([...defs.matchAll(/<(symbol|g|pattern) id="([\w-]+)".*?<\/\1>/g)].map(([part, , id]) => [id, part]));
  return { high: 156, cards: { ...cards, "(?)": inside(deck.back()) }, parts };
}

async function french() {
  const deck = await load("picture", "french");
  const parts = Object.fromEntries(Object.entries(deck.SUITS).map(([suit, d]) => [`sp-f${suit}`, `<path id="sp-f${suit}" d="${d}"/>`]));
  const shared = (drawn) => Object.entries(deck.SUITS).reduce((kept, [suit, d]) => kept.replaceAll(`<path d="${d}"`, `<use href="#sp-f${suit}"`), drawn);
  const cards = {};
  for (const suit of "shdc") for (const rank of "A23456789TJQK") cards[rank + suit] = shared(inside(deck.card(rank + suit)));
  return { high: 140, cards: { ...cards, "(?)": inside(deck.back()) }, parts };
}

const decks = { spanish: await spanish(), french: await french() };
await writeFile(process.argv[2] ?? new URL("games/decks.json", ROOT), `${JSON.stringify(decks, null, 0)}\n`);

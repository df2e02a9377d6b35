// The drawing that the face of a game names, with its style sheets; every other card game is drawn by cards.js.
import { sheet } from "../basics/places.js";

const OWN = new Set(["board", "rikken", "truco"]);

export async function load(name) {
  const drawing = await import(OWN.has(name) ? `./${name}.js` : "./cards.js");
  for (const name of drawing.styles ?? []) await style(name);
  return drawing;
}

function style(name) {
  const href = sheet(name);
  if (document.querySelector(`link[href^="${href}"]`)) return Promise.resolve();
  return new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = link.onerror = () => done();
    document.head.append(link);
  });
}

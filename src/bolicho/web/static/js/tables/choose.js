// The drawing that the face of a game names, with its style sheets; every other card game is drawn by cards.js.
const OWN = new Set(["board", "rikken", "truco"]);

export async function load(name) {
  const drawing = await import(OWN.has(name) ? `./${name}.js` : "./cards.js");
  for (const sheet of drawing.styles ?? []) await style(sheet);
  return drawing;
}

function style(name) {
  const href = new URL(`../../css/${name}`, import.meta.url).pathname; // beside this very version
  if (document.querySelector(`link[href^="${href}"]`)) return Promise.resolve();
  return new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = link.onerror = () => done();
    document.head.append(link);
  });
}

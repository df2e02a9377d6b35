// Which drawing belongs to which game, with its style sheets.
const OWN = { truco: "./truco.js", rikken: "./rikken.js" };

export async function load(game) {
  const drawing = await import(OWN[game] ?? "./board.js");
  for (const name of drawing.styles ?? []) await style(name);
  return drawing;
}

function style(name) {
  const href = `/static/css/${name}`;
  if (document.querySelector(`link[href^="${href}"]`)) return Promise.resolve();
  return new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = link.onerror = () => done();
    document.head.append(link);
  });
}

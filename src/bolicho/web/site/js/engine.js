// Python in this page: the files of the engine are put together again, and a worker runs them. Nothing is fetched but
// scripts that lie beside the page, since that is all that a browser lets a page of a memory stick do.
import { element } from "./basics/api.js";
import { t } from "./basics/words.js";

const AT_ONCE = 3, TRIES = 3;
const STEPS = { read: 0.7, unpacked: 0.8, python: 1 }; // how far the bar is after each
const { engine, sources } = globalThis.bolicho;
const listeners = new Set(), questions = new Map();
let worker = null, ticket = 0;

/** Start Python once; `listener` hears every message of it. */
export function hear(listener) {
  listeners.add(listener);
  return (worker ??= start());
}

export const say = async (message) => (await hear(() => {})).postMessage(JSON.stringify(message));

/** Ask something that is answered once. */
export function asked(question) {
  ticket += 1;
  return new Promise((answer) => {
    questions.set(ticket, answer);
    say({ ...question, ticket });
  });
}

async function start() {
  const bar = element("progress", { max: 1, value: 0, "aria-labelledby": "loading-text" });
  const text = element("p", { id: "loading-text" }, t("site.loading"));
  const panel = element("section", { class: "panel loading", id: "loading", role: "status" }, text, bar);
  document.getElementById("place").before(panel);
  try {
    const made = await begun((part) => (bar.value = part));
    panel.remove();
    return made;
  } catch (error) {
    console.error(error);
    bar.remove();
    text.textContent = t("site.failed", { why: error.message });
    throw error;
  }
}

async function begun(progress) {
  const files = await read((part) => progress(part * STEPS.read));
  progress(STEPS.unpacked);
  const code = [files["pyodide.js"], "\n", files["pyodide.asm.js"], "\n", sources["worker.js"]];
  const made = new Worker(URL.createObjectURL(new Blob(code, { type: "text/javascript" })));
  const given = Object.fromEntries(["pyodide.asm.wasm", "python_stdlib.zip", "bolicho.zip"].map((name) => [name, files[name]]));
  await new Promise((ready, failed) => {
    made.onerror = (event) => failed(new Error(event.message));
    made.onmessage = ({ data }) => (data.ready ? ready() : failed(new Error(data.failed)));
    made.postMessage(given, Object.values(given).map(({ buffer }) => buffer));
  });
  progress(STEPS.python);
  made.onmessage = ({ data }) => told(JSON.parse(data));
  return made;
}

function told(message) {
  const answer = questions.get(message.ticket);
  questions.delete(message.ticket);
  if (answer) answer(message);
  else for (const listener of listeners) listener(message);
}

// --- the files: compressed, as text, in scripts of bearable length
async function read(progress) {
  const parts = [], waiting = Array.from({ length: engine.parts }, (_, number) => number);
  let done = 0;
  globalThis.bolicho.part = (number, text) => (parts[number] = text);
  const next = async () => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      await script(`${engine.folder}/${String(number).padStart(2, "0")}.js`);
      progress((done += 1) / engine.parts);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  const files = await Promise.all(engine.files.map(async ([name, from, to]) => [name, await unpacked(parts.slice(from, to))]));
  return Object.fromEntries(files);
}

async function script(src) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await new Promise((done, failed) => {
        const made = element("script", { src });
        made.onload = () => done(made.remove());
        made.onerror = () => failed(new Error(t("site.missing", { file: src }))) ?? made.remove();
        document.head.append(made);
      });
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}

async function unpacked(texts) {
  const bytes = texts.map((text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
  const plain = new Blob(bytes).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

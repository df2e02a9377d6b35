// The line to a table: a WebSocket that comes back by itself; where none gets through, HTTP long-poll does the same.
import { ApiError, get, post, WAITING } from "../basics/api.js";

const FINAL = { 4001: "taken-over", 4003: "refused", 4004: "gone", 4010: "gone" };
const WAITS = [300, 600, 1000, 2000, 3000, 4000];
const PING = 20000, PONG = 10000, TRIES = 3;

// on: {view(view), hint(hint), error({code, message}), state("connecting|open|lost|waiting|taken-over|refused|gone")}
export function connect(table, token, language, on) {
  let socket = null, tries = 0, opened = false, ended = false, beat = 0, silence = 0, timer = 0, sent = null, polled = null, waiting = false, live = false;

  function open() {
    clearTimeout(timer);
    if (ended) return;
    on.state(waiting ? "waiting" : opened ? "lost" : "connecting");
    waiting = live = false;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const line = (socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${table}`));
    line.onopen = () => {
      line.send(JSON.stringify({ type: "hello", token: token ?? null, language }));
      clearInterval(beat);
      beat = setInterval(() => {
        line.send(JSON.stringify({ type: "ping", n: tries }));
        clearTimeout(silence);
        silence = setTimeout(() => fell(line), PONG);
      }, PING);
    };
    line.onmessage = ({ data }) => {
      clearTimeout(silence);
      heard(JSON.parse(data));
    };
    line.onclose = ({ code }) => fell(line, code);
  }

  // The line fell, or nobody answers on it any more (a browser notices that much later).
  function fell(line, code = 0) {
    if (line !== socket) return;
    clearInterval(beat);
    clearTimeout(silence);
    socket = null;
    line.close();
    if (sent) sent.lost = true;
    if (FINAL[code]) return end(FINAL[code]);
    tries += 1;
    if (!opened && tries >= TRIES && !waiting) return poll();
    on.state(waiting ? "waiting" : "lost");
    timer = setTimeout(open, WAITS[Math.min(tries, WAITS.length) - 1] * (0.8 + Math.random() * 0.4));
  }

  function heard(message) {
    if (message.type === "view") {
      tries = 0;
      waiting = false;
      live = true;
      if (!opened || socket) on.state("open");
      opened = true;
      const unanswered = sent;
      if (sent && message.ply > sent.ply) sent = null;
      on.view(message);
      // the line fell between a move and its answer: say it again; the server plays it once
      const full = message.notices.some(({ code }) => code === "disk-full");
      if (unanswered?.lost && message.ply === unanswered.ply && !full) say({ type: "move", ply: unanswered.ply, move: unanswered.move });
    } else if (message.type === "error") {
      waiting = WAITING.has(message.code);
      if (waiting && sent) sent.lost = true;
      else sent = null;
      if (live || !waiting) on.error(message);
    } else if (message.type === "hint") on.hint(message);
    else if (message.type === "taken-over") end("taken-over");
  }

  function say(message) {
    if (message.type === "move") sent = { ply: message.ply, move: message.move, lost: false };
    if (polled) return polled(message);
    if (socket?.readyState === WebSocket.OPEN) return socket.send(JSON.stringify(message));
    if (sent) sent.lost = true;
  }

  async function poll() {
    const path = `/api/tables/${table}`, bearer = { token };
    polled = async (message) => {
      try {
        const { type, ...facts } = message;
        const answer = await post(`${path}/${type === "move" ? "moves" : type}`, facts, bearer);
        if (answer) heard({ type: type === "hint" ? "hint" : "view", ...answer });
      } catch (error) {
        const unheard = !(error instanceof ApiError) || WAITING.has(error.code); // it never came there, or must wait
        if (sent) unheard ? (sent.lost = true) : (sent = null);
        if (error instanceof ApiError) on.error({ code: error.code, message: error.message });
        else on.state("lost");
      }
    };
    let after = null;
    while (!ended) {
      try {
        const view = await get(after === null ? path : `${path}?after=${after}&wait=20`, bearer);
        if (view) {
          after = view.version;
          heard({ type: "view", ...view });
        }
      } catch (error) {
        if (error instanceof ApiError && [403, 404, 410].includes(error.status)) return end(error.status === 403 ? "refused" : "gone");
        on.state("lost");
        await new Promise((done) => setTimeout(done, 3000));
      }
    }
  }

  function end(why) {
    ended = true;
    clearTimeout(timer);
    clearInterval(beat);
    clearTimeout(silence);
    on.state(why);
    socket?.close();
  }

  // a phone that was locked, a line that came back: look at once
  const awake = () => {
    if (document.visibilityState === "hidden" || ended || polled) return;
    if (!socket || socket.readyState > WebSocket.OPEN) open();
  };
  document.addEventListener("visibilitychange", awake);
  window.addEventListener("online", awake);
  open();
  return { say };
}

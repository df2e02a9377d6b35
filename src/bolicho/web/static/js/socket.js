// The line to a table: a WebSocket that comes back by itself; where none gets through, HTTP long-poll does the same.
import { ApiError, get, post } from "./api.js";

const FINAL = { 4001: "taken-over", 4003: "refused", 4004: "gone", 4010: "gone" };
const WAITS = [300, 600, 1000, 2000, 3000, 4000];
const PING = 20000, TRIES = 3;

// on: {view(view), hint(hint), error({code, message}), state("connecting|open|lost|taken-over|refused|gone")}
export function connect(table, token, language, on) {
  let socket = null, tries = 0, opened = false, ended = false, beat = 0, timer = 0, sent = null, polled = null;

  function open() {
    clearTimeout(timer);
    if (ended) return;
    on.state(opened ? "lost" : "connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const line = (socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${table}`));
    line.onopen = () => {
      line.send(JSON.stringify({ type: "hello", token: token ?? null, language }));
      beat = setInterval(() => line.send(JSON.stringify({ type: "ping", n: tries })), PING);
    };
    line.onmessage = ({ data }) => heard(JSON.parse(data));
    line.onclose = ({ code }) => {
      clearInterval(beat);
      if (line !== socket) return;
      if (sent) sent.lost = true;
      if (FINAL[code]) return end(FINAL[code]);
      tries += 1;
      if (!opened && tries >= TRIES) return poll();
      on.state("lost");
      timer = setTimeout(open, WAITS[Math.min(tries, WAITS.length) - 1] * (0.8 + Math.random() * 0.4));
    };
  }

  function heard(message) {
    if (message.type === "view") {
      tries = 0;
      if (!opened || socket) on.state("open");
      opened = true;
      const unanswered = sent;
      if (sent && message.ply > sent.ply) sent = null;
      on.view(message);
      // the line fell between a move and its answer: say it again; the server plays it once
      if (unanswered?.lost && message.ply === unanswered.ply) say({ type: "move", ...unanswered, lost: false });
    } else if (message.type === "error") {
      sent = null;
      on.error(message);
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
        on.error({ code: error.code ?? "line", message: error.message });
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

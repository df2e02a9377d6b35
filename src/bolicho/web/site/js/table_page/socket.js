// The line to a table where there is no server: Python in this page. The match is kept in this browser after each move.
import { hear, say } from "../engine.js";
import { keep, kept, drop } from "../kept.js";

export function connect(table, token, language, on) {
  const found = kept(table);
  if (!found) {
    queueMicrotask(() => on.state("gone"));
    return { say() {} };
  }
  on.state("connecting");
  const heard = (message) => {
    if (message.type === "keep") keep(message);
    else if (message.type === "view") (on.state("open"), on.view(message));
    else if (message.type === "hint") on.hint(message);
    else if (message.type === "error") on.error(message);
  };
  hear(heard).then(() => say({ type: "open", table, language, kept: found }), () => {});
  const left = (message) => (message.type === "leave" ? drop(table) : say(message));
  return { say: left };
}

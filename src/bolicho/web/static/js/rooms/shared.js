// What the pages of a room share: what this browser keeps of rooms, the line to the server, standings, small parts.
import { ask, button, copyText, element, keepSeat } from "../basics/api.js";
import { origin } from "../basics/network.js";
import { qr } from "../pictures/qr.js";
import { number, t } from "../basics/words.js";

const place = (code) => `bolicho.room.${code}`;
export const codeHere = () => decodeURIComponent(location.pathname.split("/")[2] ?? "").toUpperCase();

// {code, key, screen} of a room that was opened here, {code, token, name} of one that somebody came into
export function roomAt(code) {
  try {
    return JSON.parse(localStorage.getItem(place(code))) ?? null;
  } catch {
    return null;
  }
}
export const keepRoom = (room) => localStorage.setItem(place(room.code), JSON.stringify(room));
export const dropRoom = (code) => localStorage.removeItem(place(code));
export const roomsHere = () => Object.keys(localStorage).filter((key) => key.startsWith(place(""))).map((key) => roomAt(key.slice(place("").length))).filter(Boolean);

export const tokenOf = (room) => room.key ?? room.token;
export const say = (room, path, body = {}) => ask(`/api/rooms/${room.code}/${path}`, { method: "POST", body, token: tokenOf(room) });

// Look at the room again and again: told(view) whenever it changed, failed(error) when one is not in it any more.
export async function follow(code, token, told, failed, seconds = 20) {
  let version = null, pause = 1000;
  for (;;) {
    const news = version === null ? "" : `?after=${version}&wait=${seconds}`;
    try {
      const view = await ask(`/api/rooms/${code}${news}`, { token });
      pause = 1000;
      if (view) version = view.version;
      if (view) told(view);
    } catch (error) {
      if (error.status === 403 || error.status === 404) return failed(error);
      await new Promise((done) => setTimeout(done, pause)); // the line is down, or the server is busy: again, later
      pause = Math.min(2 * pause, 15000);
    }
  }
}

// Look every so many milliseconds, whether something changed or not: scores of running tables are news too.
export async function watch(code, token, told, failed, every) {
  for (;;) {
    try {
      told(await ask(`/api/rooms/${code}`, { token }));
    } catch (error) {
      if (error.status === 403 || error.status === 404) return failed(error);
    }
    await new Promise((done) => setTimeout(done, every));
  }
}

// One's token of the room opens every seat that one has there.
export function goToTable(room, { table, seat }) {
  keepSeat(table, { seat: seat ?? null, token: tokenOf(room), room: room.code });
  location.href = `/table/${table}`;
}

// Where phones come in.
export const doorOf = (view) => `${new URL(origin(view.addresses)).host}/room`;
export const joinLink = (view) => `${origin(view.addresses)}/room/${view.code}`;
export const codeArt = (view) => qr(joinLink(view), joinLink(view));

export function copyRow(link, label) {
  const done = element("span", { role: "status", class: "quiet" });
  const shown = element("input", { readonly: true, value: link, "aria-label": label, onfocus: (event) => event.target.select() });
  const copy = async () => (done.textContent = t((await copyText(link)) ? "room.copied" : "room.copy-by-hand"));
  return element("div", { class: "invite" }, shown, button(t("room.copy"), copy), done);
}

export const signed = (value) => number(value, 0, { signed: true });
export const half = (value) => number(value, Number.isInteger(value) ? 0 : 1);

export function standingsTable({ standings, kind }, me = null, members = []) {
  const head = ["rank", "player", "played", "points", "net"].map((key, at) =>
    element("th", { scope: "col", class: at === 1 ? "" : "number", title: key === "net" ? t("room.net-told") : null }, t(`room.${key}`)));
  const rows = standings.map((line) => {
    const own = me !== null && members[line.entrant] === me;
    const name = element("th", { scope: "row" }, line.name, kind === "knock-out" && !line.left ? element("span", { class: "tag" }, t("room.out")) : null);
    const cell = (text) => element("td", { class: "number" }, text);
    return element("tr", { class: own ? "own" : null }, cell(`${line.rank}º`.replace("º", "")), name, cell(line.played), cell(half(line.points)), cell(signed(line.net)));
  });
  return element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": t("room.standings") },
    element("table", { class: "standings" }, element("caption", { class: "unseen" }, t("room.standings")), element("thead", {}, element("tr", {}, head)), element("tbody", {}, rows)));
}

export function roundText({ session, sessions_left: left, over, kind }) {
  if (over) return t("room.over");
  if (kind === "simul" || kind === "homework") return "";
  return left ? t("room.round-left", { n: session, left }) : t("room.round-of", { n: session });
}

export const versus = ({ seats }) => seats.map(({ name }) => name ?? t("room.free-waits")).join(" × ");

// Draw a part anew only when what it shows is another: focus and open folds stay.
export function redraw(root, key, make) {
  const told = JSON.stringify(key);
  if (root.dataset.key === told) return;
  const open = [...root.querySelectorAll("details[open][id]")].map(({ id }) => id), focus = root.contains(document.activeElement) ? document.activeElement.id : "";
  root.dataset.key = told;
  root.replaceChildren(...make().flat().filter(Boolean));
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
}

export function confirmed(text, go) {
  const dialog = document.getElementById("confirm");
  document.getElementById("confirm-text").textContent = text;
  dialog.returnValue = "no";
  dialog.onclose = () => dialog.returnValue === "yes" && go();
  dialog.showModal();
}

export function problem(error) {
  const root = document.getElementById("problem");
  root.textContent = error ? error.message : "";
  if (error) root.scrollIntoView({ block: "nearest" });
}

// Do what somebody asked for, and say what went wrong.
export const trying = (work) => async (...facts) => {
  problem(null);
  try {
    await work(...facts);
  } catch (error) {
    problem(error);
  }
};

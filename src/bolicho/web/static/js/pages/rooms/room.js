// The page of a room: a form to come in, then the page of whoever one is, teacher or pupil.
import { ask, button, element, post } from "../../basics/api.js";
import { language, t } from "../../basics/words.js";
import { codeHere, dropRoom, follow, keepRoom, roomAt, tokenOf, trying, watch } from "../../rooms/shared.js";

const find = (id) => document.getElementById(id);
const code = codeHere();
const TEACHER_LOOKS = 2500;

// A teacher's link, #key=KEY.SCREEN, opens the room on another device; the secrets stay out of the address bar.
const given = new URLSearchParams(location.hash.slice(1)).get("key");
if (given) {
  const [key, screen] = given.split("~");
  keepRoom({ code, key, screen });
  history.replaceState(null, "", location.pathname);
}

function joinForm({ title, locked, closed }) {
  find("title").textContent = title || t("room.title-plain", { code });
  find("who").textContent = "";
  if (closed || locked) {
    find("place").replaceChildren(element("p", { class: "notice" }, t(closed ? "room.closed" : "room.locked")), ...(closed ? [] : [comebackFold()]));
    return;
  }
  const name = element("input", { id: "name", maxlength: "40", required: true, autocomplete: "nickname", "aria-describedby": "name-told" });
  const agree = element("input", { type: "checkbox", id: "agree" });
  const form = element("form", { class: "panel come-in" },
    element("div", { class: "field" }, element("label", { for: "name" }, t("room.name")), name, element("span", { class: "quiet", id: "name-told" }, t("room.name-told"))),
    element("label", { class: "check" }, agree, element("span", {}, t("room.agree"), " ", element("a", { href: "/rooms/kept" }, t("room.kept")))),
    element("button", { class: "button primary big" }, t("room.come-in")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    trying(async () => entered(await post(`/api/rooms/${code}/enter`, { name: name.value, agreed: agree.checked, language })))();
  });
  find("place").replaceChildren(form, comebackFold());
}

function comebackFold() {
  const typed = element("input", { id: "comeback", maxlength: "12", autocomplete: "off", autocapitalize: "characters" });
  const back = trying(async () => entered(await post(`/api/rooms/${code}/come-back`, { code: typed.value })));
  return element("details", { class: "panel" }, element("summary", {}, t("room.have-code")),
    element("div", { class: "field" }, element("label", { for: "comeback" }, t("room.back-code")), typed), button(t("room.back-go"), back));
}

function entered({ name, token, member }) {
  keepRoom({ code, token, name, member });
  show();
}

async function show() {
  const room = roomAt(code);
  if (!room) return joinForm(await ask(`/api/rooms/${code}/door`));
  const { draw } = await import(room.key ? "../../rooms/teacher.js" : "../../rooms/pupil.js");
  const look = (view) => {
    find("title").textContent = view.title || t("room.title-plain", { code });
    document.title = `Bolicho: ${view.title || code}`;
    draw(find("place"), view, room);
  };
  const gone = (error) => {
    dropRoom(code);
    find("place").replaceChildren(element("p", { class: "notice" }, error.message));
    if (error.status === 403) show().catch(() => {});
  };
  if (room.key) watch(code, tokenOf(room), look, gone, TEACHER_LOOKS);
  else follow(code, tokenOf(room), look, gone);
}

trying(show)();

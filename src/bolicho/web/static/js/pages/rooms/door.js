// The door: type a code and come in, or open a room; and the rooms that this browser knows.
import { ask, element, post } from "../../basics/api.js";
import { language, t } from "../../basics/words.js";
import { keepRoom, problem, roomsHere, trying } from "../../rooms/shared.js";

const find = (id) => document.getElementById(id);

find("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  trying(async () => {
    const { code } = await ask(`/api/rooms/${encodeURIComponent(find("code").value.trim() || "-")}/door`);
    location.href = `/room/${code}`;
  })();
});

find("open").addEventListener("submit", (event) => {
  event.preventDefault();
  trying(async () => {
    const { code, key, screen } = await post("/api/rooms", { title: find("title").value.trim(), language });
    keepRoom({ code, key, screen, title: find("title").value.trim() });
    location.href = `/room/${code}`;
  })();
});

const known = roomsHere();
find("mine").hidden = !known.length;
find("known").replaceChildren(...known.map(({ code, key, name, title }) =>
  element("li", {}, element("a", { class: "button", href: `/room/${code}` }, element("strong", {}, code), title ? ` ${title}` : ""), " ",
    element("span", { class: "quiet" }, key ? t("room.as-teacher") : t("room.as-member", { name })))));
problem(null);

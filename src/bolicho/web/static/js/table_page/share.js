// Sharing: the device's own sheet where there is one, else the clipboard; a QR code; a hand as text.
import { button, copyText, element } from "../basics/api.js";
import { t } from "../basics/words.js";

const may = (what) => typeof navigator.share === "function" && (navigator.canShare?.(what) ?? true);

// A button that shares {title, text, url}; where the device cannot, it copies what there is to copy.
export function shareButton(what, label = t("share.share"), kind = "small") {
  const done = element("span", { role: "status", class: "quiet" });
  const go = async () => {
    if (may(what)) return navigator.share(what).catch(() => {}); // whoever closes the sheet has not failed
    done.textContent = t((await copyText([what.text, what.url].filter(Boolean).join("\n"))) ? "share.copied" : "share.not-copied");
  };
  return [button(label, go, kind), done];
}

// An invitation on another phone: it points its camera here.
export function qrFold(link) {
  const place = element("div", { class: "qr-place" });
  const fold = element("details", { class: "qr-fold" }, element("summary", {}, t("share.qr")), place);
  fold.addEventListener("toggle", async () => {
    if (!fold.open || place.childElementCount) return;
    const { qr } = await import("../pictures/qr.js");
    place.append(qr(link, t("share.qr-label")));
  });
  return fold;
}

// One finished hand, to be sent or kept: who sat there, what was held, said and played, and how it ended.
export function handText(view, { nameOf }) {
  const last = view.last, name = (seat) => nameOf(view, seat);
  const lines = [`${view.title} · ${t("share.hand", { n: last.unit + 1 })} · Bolicho`, view.seats.map(({ seat }) => name(seat)).join(" × ")];
  const held = view.seat === null ? "" : last.told.speech?.[0] ?? "";
  if (held) lines.push(held);
  lines.push("", ...last.told.history.map(({ seat, text }) => `${name(seat)}: ${text}`), "", ...last.told.summary);
  const score = view.seats.map(({ seat }) => `${name(seat)} ${last.scores[seat]}`).join(" × ");
  return [...lines, t("share.score", { score })].join("\n");
}

// The house as an app: the worker that shows a page when the line is down, and the button to install it.
import { language } from "./words.js";

if ("serviceWorker" in navigator && window.isSecureContext) {
  // its name has the language, so that the page it shows is in it
  window.addEventListener("load", () => navigator.serviceWorker.register(`/worker.js?language=${language}`).catch(() => {}));
}

let offer = null;
const waiting = new Set();
window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer = event;
  for (const show of waiting) show();
});

// Shows a button only where the browser can install.
export function offerInstall(button) {
  const show = () => (button.hidden = offer === null);
  button.addEventListener("click", async () => {
    await offer?.prompt();
    offer = null;
    show();
  });
  waiting.add(show);
  show();
}

// Before anything is drawn: light or dark, as this person chose, or as the machine is set. Not a module: those come late.
(() => {
  const night = window.matchMedia("(prefers-color-scheme: dark)");
  function paint() {
    let chosen;
    try {
      chosen = JSON.parse(localStorage.getItem("bolicho.settings"))?.theme;
    } catch {
      chosen = undefined; // nothing that can be read is kept here
    }
    document.documentElement.dataset.theme = ["light", "dark"].includes(chosen) ? chosen : night.matches ? "dark" : "light";
  }
  paint();
  night.addEventListener("change", paint);
  document.addEventListener("bolicho:settings", paint);
})();

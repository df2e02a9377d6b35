// The guide is text; all its script does is print it.
document.getElementById("print").addEventListener("click", () => window.print());

// Browsers refuse modules from a memory stick, but not scripts: so the modules come in this one, each under its name.
(() => {
  const { modules } = globalThis.bolicho, page = document.body.dataset.page;
  const imports = Object.fromEntries(Object.entries(modules).map(([name, text]) => [`bolicho/${name}`, URL.createObjectURL(new Blob([text], { type: "text/javascript" }))]));
  const add = (type, text) => document.head.append(Object.assign(document.createElement("script"), { type, textContent: text }));
  add("importmap", JSON.stringify({ imports }));
  add("module", `import "bolicho/basics/settings.js"; import "bolicho/pages/${page}.js";`);
})();

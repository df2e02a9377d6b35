// The worker: Pyodide's own scripts stand before this one in the same file. Its other files come from the page.
self.onmessage = async ({ data: files }) => {
  try {
    const kinds = { wasm: "application/wasm" };
    self.fetch = async (address) => {
      const name = String(address).split("/").pop();
      if (!files[name]) throw new Error(`${name} is not in this folder`);
      return new Response(files[name], { headers: { "Content-Type": kinds[name.split(".").pop()] ?? "application/octet-stream" } });
    };
    const python = await loadPyodide({ indexURL: "https://bolicho.invalid/", lockFileContents: LOCK });
    python.unpackArchive(files["bolicho.zip"], "zip", { extractDir: "/home/pyodide/site" });
    files = {};
    const table = python.runPython(`
import sys
sys.path.insert(0, "/home/pyodide/site")
from bolicho.web.site.browser import BrowserTable
BrowserTable`)((text) => self.postMessage(text));
    self.onmessage = ({ data }) => table.hear(data);
    self.postMessage({ ready: true });
  } catch (error) {
    self.postMessage({ failed: String(error) });
  }
};

// Browsers start no Worker on a page opened from file://; the search of the theme then runs in a hidden frame instead.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(address) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = async (...addresses) => {
        for (const one of addresses) await load(inside.document, one);
      };
      this.ready = load(inside.document, new URL(address, location.href).href);
    }

    postMessage(data) {
      this.ready.then(() => {
        const inside = this.frame.contentWindow;
        inside.dispatchEvent(new inside.MessageEvent("message", { data }));
      });
    }

    terminate() {
      this.frame.remove();
    }
  };
  window.Worker = window.IFrameWorker;
}

function load(page, address) {
  return new Promise((done, failed) => {
    const script = page.createElement("script");
    script.src = address;
    script.onload = done;
    script.onerror = failed;
    page.body.append(script);
  });
}

// The folder as an app: after the first visit by http it is in this browser; files of a memory stick are there anyway.
if (location.protocol.startsWith("http")) navigator.serviceWorker?.register("sw.js").catch(console.warn);

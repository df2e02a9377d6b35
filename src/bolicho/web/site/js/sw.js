// After the first visit everything is in this browser: the folder is read once, and again only when it was made anew.
const NAME = `bolicho-${VERSION}`;

self.addEventListener("install", (event) => event.waitUntil(caches.open(NAME).then((kept) => kept.addAll(FILES))));
self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("bolicho-") && name !== NAME);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const kept = caches.open(NAME).then((all) => all.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});

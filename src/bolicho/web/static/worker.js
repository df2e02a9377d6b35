// The service worker: when the line is down a page says so. The server puts SHELL before this text: {version, files, pages}.
// It keeps that page and the files it is made of, nothing else: no answer of the API, no table, nothing that a seat sees.
const CACHE = `bolicho-${SHELL.version}`;
const PAGE = SHELL.pages[new URL(self.location).searchParams.get("language")] ?? Object.values(SHELL.pages)[0];

async function keep() {
  const cache = await caches.open(CACHE);
  // without credentials: what is kept is the same for everybody
  await Promise.all([...SHELL.files, ...Object.values(SHELL.pages)].map(async (path) => {
    const answer = await fetch(path, { credentials: "omit", cache: "no-cache" });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    await cache.put(path, answer);
  }));
}

async function tidy() {
  for (const name of await caches.keys()) if (name.startsWith("bolicho-") && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

const kept = async (path) => (await caches.open(CACHE)).match(path);

self.addEventListener("install", (event) => event.waitUntil(keep().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));
self.addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(async (error) => (await kept(PAGE)) ?? Promise.reject(error)));
  else if (SHELL.files.includes(pathname)) event.respondWith(kept(pathname).then((found) => found ?? fetch(request)));
});

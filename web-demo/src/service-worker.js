// Caches every file of one build of the page and answers requests for them from the cache, so the page works offline. Other files
// of the site, such as a game in a folder below the page, are none of its business. A new build waits until the tabs of the old one
// are closed, because these load parts of theirs late.
const files = __FILES__;
const addresses = new Set(files.map((file) => new URL(file, self.registration.scope).href));
// The site may have the page in several folders, each with a service worker of its own.
const cacheFamily = `godot-variant ${self.registration.scope} `;
const cacheName = cacheFamily + __VERSION__;

async function keepBuild() {
  const cache = await caches.open(cacheName);
  await cache.addAll(files.map((file) => new Request(file, { cache: "reload" })));
  // While a site is being updated, servers may answer with the page of the build before.
  const page = await (await cache.match("./")).text();
  const parts = page.match(/assets\/[\w.-]+/g);
  if (parts?.every((part) => files.includes(part))) return;
  await caches.delete(cacheName);
  throw new Error("The page and its parts are of different builds.");
}

self.addEventListener("install", (event) => event.waitUntil(keepBuild()));

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith(cacheFamily) && name !== cacheName) await caches.delete(name);
  }
  await self.clients.claim();
}

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function answer(request) {
  const cache = await caches.open(cacheName);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method === "GET" && addresses.has(origin + pathname)) event.respondWith(answer(request));
});

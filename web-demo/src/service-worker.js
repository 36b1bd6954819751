// Caches every file of one build of the page and answers all requests from the cache, so the page works offline.
const files = __FILES__;
const cacheName = `godot-variant-${__VERSION__}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: "reload" }))))
      .then(() => self.skipWaiting()),
  );
});

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith("godot-variant-") && name !== cacheName) await caches.delete(name);
  }
  await self.clients.claim();
}

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function answer(request) {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(self.registration.scope))
    event.respondWith(answer(request));
});

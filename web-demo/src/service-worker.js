// Caches every file of one build of the page and answers requests for them from the cache, so the page works offline. Other files
// of the site, such as a game in a folder below the page, are none of its business. A new build waits until the tabs of the old one
// are closed, because these load parts of theirs late.
const files = __FILES__;
const addressOf = (file) => new URL(file, self.registration.scope).href;
const fileAt = new Map(files.map((file) => [addressOf(file), file]));
// Some hosts redirect this to the folder, and browsers refuse a redirected answer in place of a page.
fileAt.set(addressOf("index.html"), "./");
// The site may have the page in several folders, each with a service worker of its own.
const cacheFamily = `godot-variant ${self.registration.scope} `;
const cacheName = cacheFamily + __VERSION__;

// The files of a build are the same for every browser, whatever the server says they depend on.
const kept = (cache, file) => cache.match(file, { ignoreVary: true });

/** While a site is being updated, servers may have the page of the build before, or answer with a page for parts that they lack. */
async function isWhole(cache) {
  const parts = (await (await kept(cache, "./")).text()).match(/assets\/[\w.-]+/g);
  if (!parts?.every((part) => files.includes(part))) return false;
  const answers = await Promise.all(files.filter((file) => file !== "./").map((file) => kept(cache, file)));
  return answers.every(({ headers }) => !headers.get("content-type")?.startsWith("text/html"));
}

async function keepBuild() {
  const cache = await caches.open(cacheName);
  await cache.addAll(files.map((file) => new Request(file, { cache: "reload" })));
  if (await isWhole(cache)) return;
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

async function answer(request, file) {
  return (await kept(await caches.open(cacheName), file)) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const file = fileAt.get(origin + pathname);
  if (request.method === "GET" && file !== undefined) event.respondWith(answer(request, file));
});

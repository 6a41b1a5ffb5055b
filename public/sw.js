// Serves two things only: files whose name holds their content's hash, and a page for when there is no connection.
// Never a page of the product: those belong to whoever is signed in, and to now.
const cacheName = "sabia-1";
const offline = ["/offline.html", "/offline.css", "/favicon.svg"];
const mostAssets = 120;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(offline)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match("/offline.html")));
  } else if (url.pathname.startsWith("/assets/")) {
    event.respondWith(fromCacheFirst(request));
  } else if (offline.includes(url.pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(url.pathname)));
  }
});

async function fromCacheFirst(request) {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) {
    await cache.put(request, answer.clone());
    const assets = (await cache.keys()).filter((key) => new URL(key.url).pathname.startsWith("/assets/"));
    await Promise.all(assets.slice(0, Math.max(0, assets.length - mostAssets)).map((key) => cache.delete(key)));
  }
  return answer;
}

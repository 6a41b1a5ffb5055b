// Serves only files with a content hash in their name, and an offline page. Never caches a page of the product, which
// depends on the signed-in person and the time.
const cacheName = "sabia-2";
const offline = ["/offline.html", "/offline.css", "/favicon.svg"];
const mostAssets = 120;
// The offline page's faces: copies of what the product's pages have loaded, whose names hold a hash that this file
// cannot know.
const faces = { "/offline-display.woff2": /bricolage.*\.woff2$/, "/offline-text.woff2": /figtree.*\.woff2$/ };

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
  } else if (url.pathname in faces) {
    event.respondWith(keptFace(faces[url.pathname]));
  } else if (offline.includes(url.pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(url.pathname)));
  }
});

async function keptFace(name) {
  const cache = await caches.open(cacheName);
  const key = (await cache.keys()).find(({ url }) => name.test(url));
  return (key && (await cache.match(key))) ?? Response.error();
}

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

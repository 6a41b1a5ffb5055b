// Serves files with a content hash in their name, an offline page, the page of the lessons kept on this device and
// their pictures to its player. Never caches another page of the product, which depends on the signed-in person and the
// time.
importScripts("/copies.js");

const cacheName = "sabia-3";
const offline = [
  "/offline.html",
  "/offline.css",
  "/favicon.svg",
  "/downloads",
  "/downloads.css",
  "/downloads.js",
  "/copies.js",
  "/keeping.js",
];
const mostAssets = 120;
/** How long the page of the kept lessons, and a sign-out, wait for a slow server, in ms. */
const longestWait = 4_000;
// The offline page's faces: copies of what the product's pages have loaded, whose names hold a hash that this file
// cannot know.
const faces = { "/offline-display.woff2": /bricolage.*\.woff2$/, "/offline-text.woff2": /figtree.*\.woff2$/ };

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(offline)));
  self.skipWaiting();
});

// The kept lessons are in IndexedDB, which this leaves alone.
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
  if (url.origin !== self.location.origin) return;
  if (request.method === "POST" && /^\/logout(\.data)?$/.test(url.pathname)) event.respondWith(signOut(event));
  if (request.method !== "GET") return;
  if (offline.includes(url.pathname)) {
    event.respondWith(fromServerFirst(request, url.pathname));
  } else if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match("/offline.html")));
    event.waitUntil(copies.contactSometimes().catch(() => undefined));
  } else if (url.pathname.startsWith("/assets/")) {
    event.respondWith(fromCacheFirst(request));
  } else if (url.pathname in faces) {
    event.respondWith(keptFace(faces[url.pathname]));
  } else if (url.pathname.startsWith("/offline/")) {
    event.respondWith(fromCopy(request, url.pathname));
  }
});

/** Sends what was written and watched here while its person is signed in, signs out, and deletes the copies. */
async function signOut(event) {
  const slow = new Promise((resolve) => setTimeout(resolve, longestWait));
  await Promise.race([copies.contact(), slow]).catch(() => undefined);
  const answer = await fetch(event.request);
  if (answer.status < 500) event.waitUntil(copies.erase());
  return answer;
}

async function fromServerFirst(request, path) {
  const cache = await caches.open(cacheName);
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(longestWait) });
    if (answer.ok) await cache.put(path, answer.clone());
    if (answer.status < 500) return answer;
  } catch {
    // Without a connection, or without an answer in time.
  }
  return (await cache.match(path)) ?? Response.error();
}

/**
 * Answers the player of /downloads: `/offline/{copy}/video` with exactly the bytes asked for, `/offline/{copy}/{number}`
 * with what comes with the lesson. An address that is opened or fetched in another way has nothing.
 */
async function fromCopy({ destination, headers }, path) {
  const [, , id, part] = path.split("/");
  if (destination !== "video" && destination !== "track" && destination !== "image")
    return new Response(null, { status: 404 });
  if (destination === "image") {
    const cover = (await copies.find(id))?.cover;
    return cover ? new Response(cover.bytes, { headers: { "Content-Type": cover.type } }) : Response.error();
  }
  const copy = await copies.unlock(id);
  if (!copy) return new Response(null, { status: 404 });
  if (destination === "track") {
    const text = await copies.readPiece(copy, Number(part));
    return new Response(text, { headers: { "Content-Type": "text/vtt; charset=utf-8" } });
  }
  return answerRange(copy, headers.get("Range"));
}

function answerRange(copy, range) {
  const { bytes, type } = copy;
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? [];
  const end = last ? Math.min(Number(last), bytes - 1) : bytes - 1;
  let at = Number(first ?? 0);
  if (at > end)
    return new Response(null, { status: 416, headers: { "Content-Range": `bytes */${bytes}` } });
  const headers = {
    "Content-Type": type,
    "Content-Length": String(end - at + 1),
    "Accept-Ranges": "bytes",
    "Cache-Control": "no-store",
    ...(first && { "Content-Range": `bytes ${at}-${end}/${bytes}` }),
  };
  // Made as it is read: browsers ask for the rest of the file and stop.
  const body = new ReadableStream(
    {
      async pull(controller) {
        const number = Math.floor(at / copies.pieceBytes);
        const from = at - number * copies.pieceBytes;
        const piece = new Uint8Array(await copies.readPiece(copy, number));
        const some = piece.subarray(from, from + end - at + 1);
        controller.enqueue(some);
        at += some.length;
        if (at > end) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status: first ? 206 : 200, headers });
}

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

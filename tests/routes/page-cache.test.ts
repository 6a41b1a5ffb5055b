/** Pages that are the same for everyone: made once in two seconds, and never with anything of a person. */

import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { data, type LoaderFunctionArgs, redirect, type ServerBuild } from "@remix-run/node";
import { beforeEach, expect, test, vi } from "vitest";
import { keepOut } from "~/platform/responses.server";
import { type Reply, send } from "../support/browser";
import { loadBuild, startHttpApp } from "../support/http-app";
import { makeConsumer, makeCreator, makeVideo } from "../support/people";
import { salesAddress } from "../support/sales-address";
import { readInOrder } from "../support/tables";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
let now = 0;

/** Replaces the landing page's loader while set. */
let planted: ((args: LoaderFunctionArgs) => unknown) | undefined;
const bare = await loadBuild();
const landingId = "routes/public/landing";
const landing = bare.routes[landingId];
if (!landing) throw new Error("there is no landing page");
const loader = (args: LoaderFunctionArgs) => (planted ?? landing.module.loader)?.(args as never);
const build = {
  ...bare,
  routes: { ...bare.routes, [landingId]: { ...landing, module: { ...landing.module, loader } } },
} as ServerBuild;

const { port, app } = await startHttpApp(world, {
  build,
  pageCache: { maxBytes: 8 * 1024 * 1024, now: () => now },
});

const get = (path: string, headers: Record<string, string> = {}) => send(port, { path, headers });
const counts = () => app.countCachedPages() ?? expect.fail("no pages are cached");
/** Asks twice, and returns the second answer with whether it came from memory. */
async function askTwice(path: string, headers: Record<string, string> = {}) {
  await get(path, headers);
  const { hits } = counts();
  const reply = await get(path, headers);
  return { reply, fromMemory: counts().hits > hits };
}

beforeEach(() => {
  planted = undefined;
  // What earlier tests cached is too old.
  now += 61_000;
});

const policyOf = (reply: Pick<Reply, "headers">) => String(reply.headers["content-security-policy"]);
const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("two visitors get the same bytes, which a CDN may store", async () => {
  const first = await get("/marketplace?lng=en");
  const second = await get("/marketplace?lng=en", { "User-Agent": "another", "Accept-Language": "pt" });
  expect(counts().hits).toBe(1);
  expect(second.body).toBe(first.body);
  expect(second.headers).toMatchObject({
    "cache-control": "public, max-age=0, s-maxage=2",
    vary: "Accept-Encoding, Cookie",
    etag: first.headers.etag,
  });
  expect(second.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
  expect(second.body).not.toMatch(/ nonce=|request-id/);
});

test("the policy names every inline script and style by its hash, and has no nonce", async () => {
  const { body, ...reply } = await get("/");
  const inline = [...body.matchAll(/<(script|style)(?![^>]*(?: src=|ld\+json))[^>]*>([\s\S]*?)<\/\1>/g)];
  expect(inline.length).toBeGreaterThan(3);
  for (const [, , content = ""] of inline) expect(policyOf(reply)).toContain(hash(content));
  expect(policyOf(reply)).not.toMatch(/nonce|INLINE|unsafe/);
});

test("a page for everyone brings the rules of its elements, and the stylesheet after them; a person's page waits for it", async () => {
  const { body } = await get("/marketplace");
  const [, styles = "", after = ""] = /<style id="first-styles">(.*?)<\/style>(.*)$/s.exec(body) ?? [];
  expect(styles).toContain("@font-face{");
  for (const rule of [".flex{display:flex}", ".button-frame"]) expect(styles).toContain(rule);
  const link = /<link rel="stylesheet" href="(\/assets\/[^"]+)"/;
  const href = link.exec(after)?.[1] ?? "";
  const whole = (await get(href, { "Accept-Encoding": "identity" })).body;
  expect(whole.length).toBeGreaterThan(1.5 * styles.length);
  expect(after.indexOf("</main>")).toBeLessThan(after.search(link));
  const person = await get("/marketplace", { Cookie: "bench=1" });
  expect(person.body).not.toContain("first-styles");
  expect(person.body.split("</head>")[0]).toMatch(link);
});

test("all encodings have one weak ETag, and a visitor who has the content gets 304 with the policy", async () => {
  const tags = new Set<string>();
  for (const encoding of ["br", "gzip", "identity"]) {
    const reply = await get("/", { "Accept-Encoding": encoding });
    expect(reply.headers["content-encoding"]).toBe(encoding === "identity" ? undefined : encoding);
    tags.add(String(reply.headers.etag));
  }
  const [tag = ""] = tags;
  expect(tags).toEqual(new Set([tag]));
  expect(tag).toMatch(/^W\/"/);
  for (const known of [tag, tag.slice(2), `"other", ${tag}`, "*"]) {
    const again = await get("/", { "If-None-Match": known });
    expect(again).toMatchObject({ status: 304, body: "" });
    expect(again.headers.etag).toBe(tag);
    expect(policyOf(again)).toBe(policyOf(await get("/")));
  }
  expect((await get("/", { "If-None-Match": '"other"' })).status).toBe(200);
});

test("HEAD returns the headers of GET and no body", async () => {
  const whole = await get("/");
  const head = await send(port, { method: "HEAD", path: "/" });
  expect(head).toMatchObject({ status: 200, body: "" });
  for (const name of ["content-length", "etag", "content-type"])
    expect(head.headers[name]).toBe(whole.headers[name]);
});

test("the data requested when a link is followed is stored beside the page", async () => {
  const { reply, fromMemory } = await askTwice("/marketplace.data?lng=en");
  expect(fromMemory).toBe(true);
  expect(reply.headers).toMatchObject({
    "content-type": "text/x-script",
    "x-remix-response": "yes",
    "cache-control": "public, max-age=0, s-maxage=2",
    vary: "Accept-Encoding, Cookie",
  });
  expect(reply.body).toBe((await get("/marketplace.data?lng=en", { Cookie: "a=b" })).body);
  expect((await get("/marketplace?lng=en")).headers["content-type"]).toContain("text/html");
});

/** Counts how often the landing page is made; `until` holds it back. */
function countMaking() {
  const made = { count: 0, until: Promise.resolve() };
  planted = async () => {
    made.count += 1;
    const videosInShop = made.count;
    await made.until;
    return { videosInShop, shelf: [], stave: [] };
  };
  return made;
}

test("concurrent requests wait for one rendering", async () => {
  const made = countMaking();
  const replies = await Promise.all(Array.from({ length: 20 }, () => get("/")));
  expect(new Set(replies.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
  expect(made.count).toBe(1);
});

test("a page is made again after two seconds; while it is, the former one is sent for two more, and then waited for", async () => {
  const made = countMaking();
  const first = await get("/");
  now += 2_000;
  expect((await get("/")).body).toBe(first.body);
  expect(made.count).toBe(1);
  now += 1;
  let release = () => {};
  made.until = new Promise((resolve) => {
    release = resolve;
  });
  const replies = await Promise.all([get("/"), get("/"), get("/")]);
  expect(replies.map(({ body }) => body)).toEqual([first.body, first.body, first.body]);
  expect(made.count).toBe(2);
  release();
  await vi.waitUntil(async () => (await get("/")).body !== first.body);
  now += 4_001;
  await get("/");
  expect(made.count).toBe(3);
});

test("a page that cannot be made again is sent for a minute", async () => {
  countMaking();
  const first = await get("/");
  planted = () => Promise.reject(Object.assign(new Error("planted"), { code: "ECONNREFUSED" }));
  now += 59_000;
  expect((await get("/")).body).toBe(first.body);
  now += 1_001;
  expect((await get("/")).status).toBe(503);
});

test("the next visitor of a page that could not be made again does not wait for another try", async () => {
  for (const path of ["/", "/?lng=en"]) await get(path);
  now += 5_000;
  planted = () => Promise.reject(Object.assign(new Error("planted"), { code: "ECONNREFUSED" }));
  await get("/");
  let release = () => {};
  const hung = new Promise<void>((resolve) => {
    release = resolve;
  });
  planted = () => hung.then(() => landingData);
  const paths = ["/?lng=en", "/"].map((path) => get(path).then(() => path));
  expect(await Promise.race(paths)).toBe("/");
  release();
  await Promise.all(paths);
});

const landingData = { videosInShop: 1, shelf: [], stave: [] };
const incomplete = ({ context }: LoaderFunctionArgs) => {
  keepOut(context);
  return landingData;
};
const plants: [string, (args: LoaderFunctionArgs) => unknown][] = [
  ["sets a cookie", () => data(landingData, { headers: { "Set-Cookie": "a=b" } })],
  ["fails", () => Promise.reject(new Error("planted"))],
  ["is not found", () => Promise.reject(new Response(null, { status: 404 }))],
  ["redirects", () => redirect("/marketplace")],
  ["lacks what the database did not answer", incomplete],
  ["cannot be rendered", () => ({ ...landingData, shelf: [null] })],
  ["shows the nonce", ({ context }) => ({ ...landingData, note: context.cspNonce })],
];
async function expectNotCached(path: string, plant: (typeof plants)[number][1]): Promise<void> {
  planted = plant;
  const { fromMemory } = await askTwice(path);
  expect(fromMemory).toBe(false);
  planted = undefined;
  expect((await askTwice(path)).fromMemory).toBe(true);
}
test.each(plants)("a response that %s is not cached", async (_, plant) => {
  await expectNotCached("/", plant);
});

const laterFailure = () => ({
  ...landingData,
  shelf: sleep(20).then(() => Promise.reject(new Error("late"))),
});
const dataPlants: typeof plants = [
  ...plants.filter(([name]) => name !== "cannot be rendered"),
  ["has a part that fails later", laterFailure],
];
test.each(dataPlants)("data that %s is not cached", async (_, plant) => {
  await expectNotCached("/_root.data", plant);
});

test("pages of a visitor with a cookie or a password are neither cached nor sent from memory", async () => {
  const beto = await makeConsumer(world);
  await askTwice("/marketplace");
  await askTwice("/marketplace.data");
  const theirs: Record<string, string>[] = [
    { Cookie: beto.cookie },
    { Cookie: "a=b" },
    { Authorization: "Basic YTpi" },
  ];
  for (const headers of theirs) {
    for (const path of ["/marketplace", "/marketplace.data"]) {
      const { reply, fromMemory } = await askTwice(path, headers);
      expect(fromMemory).toBe(false);
      expect(String(reply.headers["cache-control"])).toMatch(/^private/);
    }
  }
  const flash =
    (await world.services.flashCookie.write({ tone: "info", title: "watch.loginTitle" })).split(";")[0] ?? "";
  expect((await askTwice("/", { Cookie: flash })).fromMemory).toBe(false);
  expect((await get("/")).body).not.toContain(beto.userId);
});

test("a page that is not the same for everyone is not cached", async () => {
  expect((await askTwice("/consumer-login")).fromMemory).toBe(false);
});

test("a sales page from memory counts a visit each time, under its link, without a statement", async () => {
  const creator = await makeCreator(world);
  const videoId = await makeVideo(world, creator);
  const { path } = await salesAddress(world.services.db, videoId);
  const browser = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0" };
  const visits = () => app.visits.counts.sums;
  await get(path, browser);
  await get(`${path}?utm_source=boletim`, browser);
  const { hits } = counts();
  const statements: string[] = [];
  world.services.pool.onStatement = (text) => {
    statements.push(text);
    return () => undefined;
  };
  const before = visits();
  await get(path, { ...browser, Referer: "https://l.instagram.com/" });
  await get(`${path}?utm_source=qr`, browser);
  await get(path, { "User-Agent": "Googlebot/2.1" });
  world.services.pool.onStatement = undefined;
  expect(counts().hits).toBe(hits + 3);
  expect(statements).toEqual([]);
  expect(visits()).toBe(before + 2);
  // An old address leads to the page, and is no visit of its own.
  expect((await get(`/videos/${videoId}`, browser)).status).toBe(301);
  expect(visits()).toBe(before + 2);
  await app.visits.write();
  const { db } = world.services;
  const rows = await readInOrder(db, "video_visits", { video_id: videoId }, ["source"], "source", "views");
  expect(rows).toEqual([
    { source: "direct", views: 1 },
    { source: "instagram", views: 1 },
    { source: "qr", views: 1 },
    { source: "utm:boletim", views: 1 },
  ]);
});

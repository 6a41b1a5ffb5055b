/** Pages that are the same for everyone: made once, sent from memory, and never with anything of a person. */

import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { data, type LoaderFunctionArgs, redirect, type ServerBuild } from "@remix-run/node";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { keepOut } from "~/platform/do-not-keep.server";
import { followShownChanges, type ShownChanges } from "~/server/kept-pages/shown-changes.queries.server";
import { Browser, type Reply, send } from "../support/browser";
import { loadBuild, startHttpApp } from "../support/http-app";
import { onServer } from "../support/on-server";
import { makeWebhook } from "../support/payment-events";
import { makeConsumer, makeCreator, makeVideo } from "../support/people";
import { salesAddress } from "../support/sales-address";
import { ownerUrlOf } from "../support/test-database";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const url = world.services.env.DATABASE_URL;
let now = 0;
let changes: ShownChanges;

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
  keptPages: {
    maxBytes: 8 * 1024 * 1024,
    now: () => now,
    follow: (onChange) => {
      changes = followShownChanges({ url, onChange, onProblem: () => {} }, { retryMs: 50, answerMs: 5_000 });
      return changes;
    },
  },
});
afterAll(() => changes.stop());

const get = (path: string, headers: Record<string, string> = {}) => send(port, { path, headers });
const counts = () => app.countKeptPages() ?? expect.fail("no pages are kept");
/** Asks twice, and returns the second answer with whether it came from memory. */
async function askTwice(path: string, headers: Record<string, string> = {}) {
  await get(path, headers);
  const { hits } = counts();
  const reply = await get(path, headers);
  return { reply, fromMemory: counts().hits > hits };
}

/** As the triggers of migrations/0016-shown-pages.ts do. */
const announce = () => sql`SELECT pg_notify('shown_pages', '')`.execute(world.services.db);

beforeEach(async () => {
  planted = undefined;
  await vi.waitUntil(() => changes.following);
  // Drops what earlier tests kept.
  await announce();
  await changes.settle();
});

const policyOf = (reply: Pick<Reply, "headers">) => String(reply.headers["content-security-policy"]);
const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("two visitors get the same bytes, which a CDN may store", async () => {
  const first = await get("/marketplace?lng=en");
  const { made } = counts();
  const second = await get("/marketplace?lng=en", { "User-Agent": "another", "Accept-Language": "pt" });
  expect(counts().made).toBe(made);
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

test("each encoding has its own ETag, and a visitor who has the content gets 304 with the policy and their ETag", async () => {
  const tags = [];
  for (const encoding of ["br", "gzip", "identity"]) {
    const reply = await get("/", { "Accept-Encoding": encoding });
    expect(reply.headers["content-encoding"]).toBe(encoding === "identity" ? undefined : encoding);
    tags.push(String(reply.headers.etag));
  }
  expect(new Set(tags).size).toBe(3);
  const again = await get("/", { "Accept-Encoding": "br", "If-None-Match": `W/${tags[1]}` });
  expect(again).toMatchObject({ status: 304, body: "" });
  expect(again.headers.etag).toBe(`W/${tags[1]}`);
  expect(policyOf(again)).toBe(policyOf(await get("/")));
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

test("concurrent requests wait for one rendering", async () => {
  const { made } = counts();
  const replies = await Promise.all(Array.from({ length: 20 }, () => get("/marketplace")));
  expect(new Set(replies.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
  expect(counts().made).toBe(made + 1);
});

test("a stale response is sent while one request renews it, and not after a minute", async () => {
  await get("/");
  let asked = 0;
  planted = () => {
    asked += 1;
    return { videosInShop: asked, shelf: [], stave: [] };
  };
  now += 10_001;
  const { hits, made } = counts();
  await Promise.all([get("/"), get("/"), get("/")]);
  expect(counts().hits).toBe(hits + 3);
  await vi.waitUntil(() => counts().made === made + 1);
  expect(asked).toBe(1);
  now += 60_001;
  const { misses } = counts();
  await get("/");
  expect(counts().misses).toBe(misses + 1);
  expect(asked).toBe(2);
});

test("a search or a video's page is stored at its second request", async () => {
  const ana = await makeCreator(world);
  const { path } = await salesAddress(world.services.db, await makeVideo(world, ana));
  await changes.settle();
  for (const each of [path, "/marketplace?q=queijo"]) {
    const { made } = counts();
    await get(each);
    expect(counts().made).toBe(made);
    expect((await askTwice(`${each}${each.includes("?") ? "&" : "?"}utm_source=mail`)).fromMemory).toBe(true);
  }
});

test("a person who sees the response to a form sees no page from before it", async () => {
  const ana = await makeCreator(world);
  const videoId = await makeVideo(world, ana, { title: "Some depois" });
  await changes.settle();
  expect((await askTwice("/marketplace")).reply.body).toContain("Some depois");
  const answered = await new Browser({ port, cookie: ana.cookie }).post("/creator/videos", {
    intent: "delete",
    videoId,
  });
  expect(answered.status).toBe(303);
  expect((await get("/marketplace")).body).not.toContain("Some depois");
});

test("an unsigned payment event keeps the stored pages", async () => {
  now += 30_000;
  await get("/");
  const { forgotten } = counts();
  expect((await new Browser({ port }).post("/webhooks/stripe", {})).status).toBe(400);
  expect(counts().forgotten).toBe(forgotten);
});

test("the process that receives payment events renews the counts on its pages, at most every 30 s", async () => {
  const { body, signature } = makeWebhook(world, "expired", { id: randomUUID(), checkoutId: "cs_kept" });
  const headers = { "Content-Type": "application/json", "Stripe-Signature": signature };
  const pay = async () =>
    expect((await send(port, { method: "POST", path: "/webhooks/stripe", headers, body })).status).toBe(200);
  now += 30_000;
  await get("/");
  const { forgotten } = counts();
  await pay();
  await pay();
  expect(counts().forgotten).toBe(forgotten + 1);
  now += 30_000;
  await pay();
  expect(counts().forgotten).toBe(forgotten + 2);
});

test("a response begun before a change is not stored", async () => {
  let go = () => {};
  const began = new Promise<void>((begin) => {
    planted = async () => {
      begin();
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      return { videosInShop: 1, shelf: [], stave: [] };
    };
  });
  const early = get("/");
  await began;
  await announce();
  await changes.settle();
  planted = undefined;
  const late = await get("/");
  go();
  expect((await early).status).toBe(200);
  expect((await get("/")).body).toBe(late.body);
});

test("every page is rendered without the connection for notifications, and stored again with it", async () => {
  expect((await askTwice("/")).fromMemory).toBe(true);
  await onServer(ownerUrlOf(url), (client) =>
    client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' OR query = 'SELECT 1'",
    ),
  );
  await vi.waitUntil(() => !changes.following);
  const { reply, fromMemory } = await askTwice("/");
  expect(fromMemory).toBe(false);
  expect(policyOf(reply)).toContain("'nonce-");
  await vi.waitUntil(() => changes.following);
  expect((await askTwice("/")).fromMemory).toBe(true);
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
async function expectNotKept(path: string, plant: (typeof plants)[number][1]): Promise<void> {
  planted = plant;
  const { fromMemory } = await askTwice(path);
  expect(fromMemory).toBe(false);
  expect(counts()).toMatchObject({ answers: 0, bytes: 0 });
  planted = undefined;
  expect((await askTwice(path)).fromMemory).toBe(true);
}
test.each(plants)("a response that %s is not stored", async (_, plant) => {
  await expectNotKept("/", plant);
});

const laterFailure = () => ({
  ...landingData,
  shelf: sleep(20).then(() => Promise.reject(new Error("late"))),
});
const dataPlants: typeof plants = [
  ...plants.filter(([name]) => name !== "cannot be rendered"),
  ["has a part that fails later", laterFailure],
];
test.each(dataPlants)("data that %s is not stored", async (_, plant) => {
  await expectNotKept("/_root.data", plant);
});

test("pages of a visitor with a cookie or a password are neither stored nor sent from memory", async () => {
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

test.each(["/consumer-login", "/purchases", "/marketplace?unknown=1", "/purchases.data", "/nowhere"])(
  "%s is not stored",
  async (path) => {
    expect((await askTwice(path)).fromMemory).toBe(false);
    expect(counts().answers).toBe(0);
  },
);

test("a sales page from memory counts a visit each time, under its link, without a statement", async () => {
  const creator = await makeCreator(world);
  const videoId = await makeVideo(world, creator);
  const { path } = await salesAddress(world.services.db, videoId);
  await announce();
  await changes.settle();
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
  expect(
    (await get(`/videos/${videoId}`, { ...browser, "User-Agent": "Mozilla/5.0 Firefox/1.0" })).status,
  ).toBe(301);
  expect(visits()).toBe(before + 2);
  await app.visits.write();
  const rows = await world.services.db
    .selectFrom("video_visits")
    .select(["source", "views"])
    .where("video_id", "=", videoId)
    .orderBy("source")
    .execute();
  expect(rows).toEqual([
    { source: "direct", views: 1 },
    { source: "instagram", views: 1 },
    { source: "qr", views: 1 },
    { source: "utm:boletim", views: 1 },
  ]);
});

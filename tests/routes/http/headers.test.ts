import { readdirSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { Browser, type Reply, send } from "../../support/browser";
import { startHttpApp, startHttpWorld } from "../../support/http-app";
import { makeConsumer, makeCreator, makeSale, makeVideo, type Person } from "../../support/people";
import { readRow } from "../../support/tables";
import { appUrl, startTestWorld } from "../../support/test-services";

const { world, port } = await startHttpWorld();
const secure = await startTestWorld({ APP_URL: "https://sabia.example" });
const { port: securePort } = await startHttpApp(secure);

let ana: Person;
let beto: Person;
let videoId: string;
let thumbnail: string;
let fileLink: string;
beforeAll(async () => {
  ana = await makeCreator(world);
  beto = await makeConsumer(world);
  videoId = await makeVideo(world, ana);
  await makeSale(world, beto, videoId);
  const row = await readRow(world.services.db, "videos", { id: videoId }, "thumbnail_url");
  thumbnail = row.thumbnail_url ?? "";
  const page = await new Browser({ port, cookie: beto.cookie }).get(`/watch/${videoId}`);
  fileLink = /src="(\/files\/[^"]+)"/.exec(page.body)?.[1]?.replaceAll("&amp;", "&") ?? "";
});

const asset = `/assets/${readdirSync("build/client/assets").find((name) => name.endsWith(".js"))}`;
const form = (path: string, body: string, headers: Record<string, string> = {}) =>
  send(port, {
    method: "POST",
    path,
    body,
    headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: appUrl, ...headers },
  });
const get = (path: string, headers: Record<string, string> = {}) => send(port, { path, headers });

test.each([
  ["a form for a page without an action", "POST", "/marketplace", "GET, HEAD"],
  ["a form for a public file", "POST", "/thumbnails/nothing", "GET, HEAD"],
  ["OPTIONS of a page", "OPTIONS", "/marketplace", "GET, HEAD"],
  ["OPTIONS of a page with a form", "OPTIONS", "/consumer-login", "GET, HEAD, POST"],
  ["an unknown method", "PROPFIND", "/", "GET, HEAD, POST"],
])("a 405 lists the methods of its address: %s", async (_, method, path, allowed) => {
  const { status, headers } = await send(port, { method, path, headers: { Origin: appUrl } });
  expect([status, headers.allow]).toEqual([405, allowed]);
});

test.each([
  ["a thumbnail", () => thumbnail],
  ["an icon", () => "/favicon.svg"],
  ["a script", () => asset],
])("If-None-Match: * is answered 304 for %s", async (_, path) => {
  expect((await get(path(), { "If-None-Match": "*" })).status).toBe(304);
});

/** Every kind of response and its status. */
const answers: [string, number, () => Promise<Reply>][] = [
  ["a page", 200, () => get("/")],
  ["a page of someone signed in", 200, () => get("/creator/dashboard", { Cookie: ana.cookie })],
  ["a page read by HEAD", 200, () => send(port, { method: "HEAD", path: "/marketplace" })],
  ["data for a script", 200, () => get("/marketplace.data")],
  ["a redirect", 303, () => get("/creator/dashboard")],
  ["a form that failed", 400, () => form("/creator-login", "email=")],
  ["a form from elsewhere", 403, () => form("/creator-login", "email=", { Origin: "https://evil.example" })],
  ["the 404 page", 404, () => get("/nowhere")],
  ["a form sent to nowhere", 404, () => form("/nowhere", "a=b")],
  ["a method the page has not", 405, () => form("/marketplace", "a=b")],
  ["a form too large", 413, () => form("/creator-login", "x".repeat(70_000))],
  ["a form far too large", 413, () => form("/creator-login", "x".repeat(5_000_000))],
  ["no form at all", 415, () => form("/creator-login", "{}", { "Content-Type": "application/json" })],
  ["a webhook that nobody signed", 400, () => form("/webhooks/stripe", "{}")],
  ["an address that cannot be read", 400, () => get("/%E0%A4%A")],
  ["no path", 400, () => get("http://localhost:3000/")],
  ["data asked for as of old", 400, () => get("/marketplace?_data=root")],
  [
    "a method of nobody",
    405,
    () => send(port, { method: "PROPFIND", path: "/", headers: { Origin: appUrl } }),
  ],
  ["the healthcheck", 200, () => get("/healthcheck")],
  ["a script of ours", 200, () => get(asset)],
  ["a script that is not there", 404, () => get("/assets/nothing.js")],
  ["a part that no script has", 416, () => get(asset, { Range: "bytes=999999999-" })],
  ["a part that no icon has", 416, () => get("/favicon.svg", { Range: "bytes=999999999-" })],
  ["a script's older version", 412, () => get(asset, { "If-Match": '"older"' })],
  ["a form sent to a script", 404, () => form(asset, "a=b", { "Accept-Encoding": "br" })],
  ["an icon", 200, () => get("/favicon.svg")],
  ["a thumbnail", 200, () => get(thumbnail)],
  ["a thumbnail that is not there", 404, () => get("/thumbnails/nothing")],
  ["a video by its link", 200, () => get(fileLink, { Cookie: beto.cookie })],
  ["a part of a video", 206, () => get(fileLink, { Cookie: beto.cookie, Range: "bytes=0-9" })],
  ["a part that no video has", 416, () => get(fileLink, { Cookie: beto.cookie, Range: "bytes=999999999-" })],
  ["a video without its link", 403, () => get(fileLink.split("?")[0] ?? "")],
  ["a form sent to a video", 405, () => form(fileLink, "a=b")],
];
/** Those of stored videos. */
const files = new Set(answers.slice(-5).map(([, , ask]) => ask));

const directive = (reply: Reply, name: string) =>
  String(reply.headers["content-security-policy"])
    .split(";")
    .find((part) => part.trim().startsWith(`${name} `))
    ?.trim()
    .slice(name.length + 1);

test.each(answers)(
  "%s (%i) has every security header, a policy and a content type",
  async (_, status, ask) => {
    const reply = await ask();
    expect(reply.status).toBe(status);
    expect(reply.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
      "x-request-id": expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
    });
    const betraying = Object.keys(reply.headers).filter((name) =>
      /^(x-powered-by|server|access-control-.*)$/.test(name),
    );
    expect(betraying).toEqual([]);
    expect(directive(reply, "frame-ancestors")).toBe("'none'");
    expect(directive(reply, "base-uri")).toBe("'none'");
    expect(reply.headers["content-security-policy"]).not.toMatch(/unsafe|[*]/);
    if (files.has(ask)) {
      expect(directive(reply, "default-src")).toBe("'none'");
      expect(directive(reply, "form-action")).toBe("'none'");
      expect(reply.headers["content-security-policy"]).not.toMatch(/script-src|style-src|object-src/);
    } else {
      expect(directive(reply, "default-src")).toBe("'self'");
      expect(directive(reply, "object-src")).toBe("'none'");
      expect(directive(reply, "script-src")).toMatch(/^'self' 'nonce-[A-Za-z0-9+/=]{24}'$/);
      expect(directive(reply, "style-src")).toMatch(/^'self' 'nonce-[A-Za-z0-9+/=]{24}'$/);
    }
    if (reply.body === "") return;
    const type = String(reply.headers["content-type"] ?? "");
    expect(type).toMatch(/^(text\/(html|plain|x-script)|application\/javascript|image\/|video\/)/);
    if (/^text\/|javascript/.test(type)) expect(type).toMatch(/; ?charset=utf-8$/i);
  },
);

test("no other site's script may send requests, with any headers", async () => {
  const evil = { Origin: "https://evil.example", Cookie: ana.cookie };
  const paths = ["/", "/creator/dashboard.data", `/creator/uploads/${videoId}`, thumbnail, fileLink, asset];
  for (const path of paths) {
    for (const [method, more] of [
      ["GET", {}],
      ["HEAD", { "Tus-Resumable": "1.0.0" }],
      ["OPTIONS", { "Access-Control-Request-Method": "PATCH" }],
    ] as const) {
      const { headers } = await send(port, { method, path, headers: { ...evil, ...more } });
      expect(headers, `${method} ${path}`).not.toHaveProperty("access-control-allow-origin");
      expect(headers, `${method} ${path}`).not.toHaveProperty("access-control-allow-credentials");
    }
  }
});

test("the server refuses TRACE and lists no folder", async () => {
  const traced = await send(port, {
    method: "TRACE",
    path: "/",
    headers: { Origin: appUrl, "X-Told": "told" },
  });
  expect(traced.status).toBeGreaterThanOrEqual(400);
  expect(traced.body).not.toContain("told");
  for (const folder of ["/assets/", "/thumbnails/", "/files/", "/.git/", "/.git/config", "/app/"]) {
    const { status, body } = await get(folder);
    expect([folder, status >= 400 && status < 500]).toEqual([folder, true]);
    expect(body).not.toMatch(/Index of|\[core\]|<a href="[^"]*\.(js|ts|mp4|webp)"/);
  }
});

test("every script and style of a page has the response's nonce, and no attribute runs script", async () => {
  const nonces: string[] = [];
  for (const path of ["/", "/marketplace", "/consumer-login?lng=en", "/nowhere"]) {
    const reply = await get(path);
    const nonce = /'nonce-([^']+)'/.exec(directive(reply, "script-src") ?? "")?.[1] ?? "";
    const tags = [...reply.body.matchAll(/<(?:script|style)\b([^>]*)>/g)].map(
      ([, attributes]) => attributes ?? "",
    );
    const bare = tags.filter(
      (attributes) => !attributes.includes(`nonce="${nonce}"`) && !/\bsrc="\//.test(attributes),
    );
    expect([path, tags.length > 2, bare]).toEqual([path, true, []]);
    expect(reply.body).not.toMatch(/<[^>]+\son[a-z]+=|javascript:/i);
    nonces.push(nonce);
  }
  expect(new Set(nonces).size).toBe(nonces.length);
});

test.each<[string, () => string, () => string | undefined, string | RegExp]>([
  ["a page of a signed-in person", () => "/marketplace", () => ana.cookie, "private, no-store"],
  ["data of a signed-in person", () => "/marketplace.data", () => ana.cookie, "private, no-store"],
  ["the 404 page of a signed-in person", () => "/nowhere", () => ana.cookie, "private, no-store"],
  ["a page of a visitor with cookies", () => "/", () => undefined, "private, no-cache"],
  ["a script", () => asset, () => undefined, "public, max-age=31536000, immutable"],
  ["a thumbnail", () => thumbnail, () => undefined, "public, max-age=86400, s-maxage=60"],
  ["a video's link", () => fileLink, () => beto.cookie, /^private, max-age=3[0-9]{3}$/],
  ["the healthcheck", () => "/healthcheck", () => undefined, "no-store"],
])("the caching of %s is limited", async (_, path, cookie, allowed) => {
  const { headers } = await get(path(), { Cookie: cookie() ?? "" });
  expect(headers["cache-control"]).toMatch(
    typeof allowed === "string" ? new RegExp(`^${allowed}$`) : allowed,
  );
});

test("a response over https has Strict-Transport-Security, and one over http has not", async () => {
  const page = await send(securePort, { path: "/" }, "sabia.example");
  expect(page.headers["strict-transport-security"]).toBe("max-age=63072000; includeSubDomains");
  expect(page.headers["content-security-policy"]).toContain("upgrade-insecure-requests");
  const plain = await get("/");
  expect(plain.headers).not.toHaveProperty("strict-transport-security");
  expect(plain.headers["content-security-policy"]).not.toContain("upgrade-insecure-requests");
});

test("forms may lead to the payment page, and media and frames are loaded from allowed origins", async () => {
  const page = await get("/");
  expect(directive(page, "form-action")).toBe(`'self' https://checkout.stripe.com ${world.stripe.url}`);
  expect(directive(page, "frame-src")).toBe("https://www.youtube-nocookie.com");
  // hls.js plays what it reads through a blob.
  expect(directive(page, "media-src")).toBe("'self' blob: https:");
});

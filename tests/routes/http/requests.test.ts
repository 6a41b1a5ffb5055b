import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { Browser, openConnection, send } from "../../support/browser";
import { startHttpApp, startHttpWorld } from "../../support/http-app";
import { makeBoundary, multipartBody } from "../../support/multipart";
import { makeConsumer, makeCreator, makeMp4, makeSale, makeVideo, type Person } from "../../support/people";
import { findStored, nothing } from "../../support/stored";
import { appUrl } from "../../support/test-services";
import { textParts, thumbnailPart, videoPart } from "../../support/upload";

const { world, port } = await startHttpWorld();
let ana: Person;
let beto: Person;
let videoId: string;
beforeAll(async () => {
  ana = await makeCreator(world);
  beto = await makeConsumer(world);
  videoId = await makeVideo(world, ana);
  await makeSale(world, beto, videoId);
});

describe("the 404 page", () => {
  const portuguese = ["Ops! Página não encontrada", "Voltar ao início"] as const;
  const english = ["Oops! Page not found", "Return to Home"] as const;

  test.each([
    ["/nowhere", portuguese, "/", english, "en"],
    ["/nowhere/at/all?lng=en", english, "/?lng=en", portuguese, "pt-BR"],
  ])("has text and link in both languages: %s", async (path, [text, home], href, other, lang) => {
    const { status, body } = await send(port, { path });
    expect(status).toBe(404);
    const page = body.replace(/ (class|data-[a-z]+)="[^"]*"/g, "");
    expect(page).toContain(`<p>${text}</p><p lang="${lang}">${other[0]}</p>`);
    expect(page).toContain(`href="${href}">${home}</a>`);
    expect(page).toMatch(new RegExp(`<a (?=[^>]*lang="${lang}")(?=[^>]*href="/")[^>]*>${other[1]}</a>`));
  });

  test("is shown for an unknown video too", async () => {
    const reply = await send(port, { path: "/videos/00000000-0000-4000-8000-000000000000" });
    expect(reply.status).toBe(404);
    expect(reply.body).toContain("Ops! Página não encontrada");
  });
});

test.each(["gone.js", "gone.css"])("%s of a build that was replaced meanwhile is not found", async (name) => {
  const clientDir = mkdtempSync(join(tmpdir(), "sabia-client-"));
  mkdirSync(join(clientDir, "assets"));
  for (const ending of ["", ".br", ".gz"]) writeFileSync(join(clientDir, "assets", name + ending), "1");
  const replaced = await startHttpApp(world, { clientDir });
  rmSync(clientDir, { recursive: true });
  for (const encoding of ["br", "gzip", "identity"]) {
    const headers = { "Accept-Encoding": encoding };
    const reply = await send(replaced.port, { path: `/assets/${name}`, headers });
    expect([encoding, reply.status]).toEqual([encoding, 404]);
    expect(reply.headers["content-type"]).toMatch(/^text\/html/);
  }
});

test.each([
  "/%E0%A4%A",
  "/%",
  "/watch/%00",
  "/watch/%2e%2e%2f",
  "/videos/%FF",
  "/videos/' OR 1=1 --/checkout".replaceAll(" ", "%20"),
  "//evil.example/",
  "/\\evil.example",
  "/..%2f..%2fetc/passwd",
  "/assets/..%2f..%2fserver.js",
  "/assets/%2e%2e/%2e%2e/package.json",
  "/thumbnails/../files/x",
  "/files/%00?viewer=1&expires=1&signature=1",
  "/.env",
  "/build/server.js",
  `/${"x".repeat(8_000)}`,
  `/marketplace?q=${"%F0%9F%8D%9E".repeat(500)}`,
  "/marketplace?q=%FF%FE&after=%00_%00&lng[]=en",
  "/checkout/return?session_id=%00",
  "/?__proto__[x]=1&constructor=1",
  "/marketplace.data?_routes=nonsense",
  "/root.data",
  "/nowhere.data",
])("%s is answered without a server error", async (path) => {
  for (const cookie of ["", beto.cookie]) {
    const reply = await send(port, { path, headers: cookie ? { Cookie: cookie } : {} });
    expect(reply.status).toBeLessThan(500);
    expect(reply.body).not.toMatch(/DATABASE_URL|"dependencies"|root:x:0/);
  }
});

test.each([
  "sabia",
  "sabia=",
  "sabia=%",
  "sabia=%00",
  "sabia=a.b.c",
  "sabia-flash=eyJ4IjoxfQ==",
  `sabia-flash=${Buffer.from('{"tone":"error","title":"<script>"}').toString("base64")}.x`,
  "=;;=;",
  "__proto__=1; constructor=2",
  `x=${"y".repeat(6_000)}`,
  "sabia=1; sabia=2; sabia=3",
])("the Cookie header %j is ignored", async (cookie) => {
  const reply = await send(port, { path: "/marketplace", headers: { Cookie: cookie } });
  expect(reply.status).toBe(200);
  expect(reply.body).toContain("/consumer-login");
  expect(reply.body).not.toContain('<script>"');
});

test.each([
  ["headers beyond 16 KB", { "X-Long": "x".repeat(20_000) }, 431],
  ["a Host that is not ours", { Host: "evil.example" }, 200],
  ["nonsense for Accept and language", { Accept: "\u00ff", "Accept-Language": "*;q=x" }, 200],
  ["a Range on a page", { Range: "bytes=0-1" }, 200],
  ["a method to override", { "X-HTTP-Method-Override": "DELETE" }, 200],
])("%s is answered with %i", async (_, headers, status) => {
  const reply = await send(port, { path: "/marketplace", headers });
  expect(reply.status).toBe(status);
  expect(reply.body).not.toContain("evil.example");
});

test.each([
  ["a length and chunks at once", ["Content-Length: 5", "Transfer-Encoding: chunked"]],
  ["two lengths", ["Content-Length: 5", "Content-Length: 6"]],
  ["a length with a sign", ["Content-Length: +5"]],
  ["an unknown encoding", ["Transfer-Encoding: xchunked"]],
  ["chunks that are not last", ["Transfer-Encoding: chunked, identity"]],
  ["a header folded over lines", ["Transfer-Encoding:", " chunked"]],
])("%s is refused, and the rest of the connection is not read as a request", async (_, headers) => {
  const from = world.logged.length;
  const { socket, answer } = openConnection(port);
  const form = ["POST /consumer-login HTTP/1.1", "Host: localhost:3000", `Origin: ${appUrl}`, ...headers];
  socket.write(`${form.join("\r\n")}\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: localhost:3000\r\n\r\n`);
  expect(await answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.stringify(world.logged.slice(from))).not.toContain("smuggled");
});

describe("the request log", () => {
  test("has one line per request, with its id, without secrets or personal data", async () => {
    const from = world.logged.length;
    const mail = "mail-secret@example.com";
    const secrets = ["tok-secret", "pass-secret-1", "bearer-secret", mail, "search-secret"];
    const browser = new Browser({ port, cookie: beto.cookie });
    const watched = await browser.get(`/watch/${videoId}?token=tok-secret`);
    const link = /src="(\/files\/[^"]+)"/.exec(watched.body)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const signature = new URL(link, appUrl).searchParams.get("signature") ?? "none";
    await browser.get(link, { Authorization: "Bearer bearer-secret" });
    await browser.get("/marketplace?q=search-secret");
    await browser.get("/checkout/return?session_id=tok-secret");
    await browser.get("/reset-password?token=tok-secret");
    await new Browser({ port }).post("/creator-login", { email: mail, password: "pass-secret-1" });
    await send(port, {
      method: "POST",
      path: "/webhooks/stripe",
      body: "tok-secret",
      headers: { "Stripe-Signature": "t=1,v1=tok-secret" },
    });

    const lines = world.logged.slice(from);
    const done = lines.filter(({ msg }) => msg === "request completed") as {
      req: { id: string; method: string; path: string };
      res: { status: number };
    }[];
    expect(done.map(({ req, res }) => [req.method, req.path, res.status])).toEqual([
      ["GET", `/watch/${videoId}`, 200],
      ["GET", "/files/…", 200],
      ["GET", "/marketplace", 200],
      ["GET", "/checkout/return", 303],
      ["GET", "/reset-password", 200],
      ["POST", "/creator-login", 400],
      ["POST", "/webhooks/stripe", 400],
    ]);
    expect(new Set(done.map(({ req }) => req.id)).size).toBe(done.length);
    expect(done[0]?.req.id).toBe(watched.headers["x-request-id"]);
    const written = JSON.stringify(lines);
    const cookieValue = decodeURIComponent(beto.cookie.slice("sabia=".length)).split(".")[0] ?? "";
    const { SESSION_SECRET } = world.services.env;
    for (const secret of [...secrets, signature, cookieValue, beto.email, SESSION_SECRET])
      expect(written.includes(secret), secret).toBe(false);
  });
});

describe("an upload over a network connection", () => {
  const boundary = makeBoundary();
  const body = multipartBody([...textParts(), thumbnailPart(), videoPart(makeMp4(3_000_000))], boundary);

  /** Sends the head and part of the body, then disconnects. */
  async function breakOff(cookie: string, part: number): Promise<void> {
    const head = [
      "POST /creator/upload HTTP/1.1",
      "Host: localhost:3000",
      `Origin: ${appUrl}`,
      `Cookie: ${cookie}`,
      `Content-Type: multipart/form-data; boundary=${boundary}`,
      `Content-Length: ${body.length}`,
    ];
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    await new Promise<void>((resolve) => socket.once("connect", resolve));
    await new Promise<void>((resolve) => socket.write(`${head.join("\r\n")}\r\n\r\n`, () => resolve()));
    await new Promise<void>((resolve) =>
      socket.write(body.subarray(0, Math.floor(body.length * part)), () => resolve()),
    );
    await sleep(50);
    socket.destroy();
  }

  test.each([0, 0.5])("leaves nothing if the sender disconnects after %d of it", async (part) => {
    const caio = await makeCreator(world);
    const from = world.logged.length;
    await breakOff(caio.cookie, part);
    // The aborted request is logged last, but the upload may still be cleaning up.
    await expect
      .poll(() => world.logged.slice(from).some(({ msg }) => msg === "upload broke off"), {
        timeout: 10_000,
      })
      .toBe(true);
    expect(await findStored(world, caio.userId)).toEqual(nothing);
  });

  test("is refused if it is shorter than its Content-Length, and leaves nothing", async () => {
    const caio = await makeCreator(world);
    const short = await new Browser({ port, cookie: caio.cookie }).ask({
      method: "POST",
      path: "/creator/upload",
      body: body.subarray(0, 2_000_000),
      headers: { Origin: appUrl, "Content-Type": `multipart/form-data; boundary=${boundary}` },
    });
    expect(short.status).toBe(400);
    expect(short.body).toContain("A conexão caiu antes do fim do envio");
    expect(await findStored(world, caio.userId)).toEqual(nothing);
  });
});

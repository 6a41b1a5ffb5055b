/** Searches and edits beyond their limits: 429 with Retry-After, a message, and what was typed. */
import { beforeEach, describe, expect, test } from "vitest";
import { editLimit } from "~/features/base/accounts/try-limits.server";
import {
  countSearch,
  searchAddressLimit,
  searchLimit,
} from "~/features/shop/catalog/list-marketplace.server";
import { coverPictureLimit } from "~/features/videos/pictures/draw-cover.server";
import { Browser, type Reply } from "../../support/browser";
import { startHttpApp } from "../../support/http-app";
import { fieldParts } from "../../support/multipart";
import { makeConsumer, makeCreator, makeVideo, type Person } from "../../support/people";
import { startTestWorld } from "../../support/test-services";

const world = await startTestWorld({ TRUSTED_PROXY_HOPS: "1" });
const { rateLimits } = world.services;
const { port } = await startHttpApp(world, { pageCache: { maxBytes: 1024 * 1024 } });

const ana = await makeCreator(world);
const videoId = await makeVideo(world, ana);

const browserOf = (person: Person) => new Browser({ port, cookie: person.cookie });

async function searchUntilLimit(searcher: { userId?: string; clientAddress: string }, tries: number) {
  for (let at = 0; at < tries; at += 1) await countSearch(rateLimits, searcher);
}

function expectTooMany(reply: Reply, seconds: number): void {
  expect(reply.status).toBe(429);
  expect(Number(reply.headers["retry-after"])).toBeGreaterThanOrEqual(1);
  expect(Number(reply.headers["retry-after"])).toBeLessThanOrEqual(seconds);
}

describe("too many searches", () => {
  let beto: Person;
  beforeEach(async () => {
    beto = await makeConsumer(world);
  });

  test("of one account keep the words in the search box and list without a search", async () => {
    const browser = browserOf(beto);
    const clientAddress = browser.address;
    await searchUntilLimit({ userId: beto.userId, clientAddress }, searchLimit.tries - 1);
    expect((await browser.get("/marketplace?q=violao")).status).toBe(200);
    const refused = await browser.get("/marketplace?q=violao");
    expectTooMany(refused, searchLimit.seconds);
    expect(refused.body).toMatch(/<input[^>]*name="q"[^>]*value="violao"/);
    expect(refused.body).toContain("Muitas buscas seguidas");
    expect(refused.body).not.toContain("Nenhum vídeo disponível");
    const english = await browser.get("/marketplace?q=violao&lng=en");
    expect(english.body).toContain("Too many searches in a row");
    expectTooMany(await browser.get("/marketplace.data?q=violao"), searchLimit.seconds);
    for (const path of ["/marketplace", "/marketplace?sort=rating", "/marketplace?q=+"])
      expect((await browser.get(path)).status).toBe(200);
    // Another account at the same address.
    const other = new Browser({ port, cookie: (await makeConsumer(world)).cookie, address: browser.address });
    expect((await other.get("/marketplace?q=violao")).status).toBe(200);
  });

  test("without an account are counted by address, with and without cookies", async () => {
    const browser = new Browser({ port });
    await searchUntilLimit({ clientAddress: browser.address }, searchAddressLimit.tries);
    expectTooMany(await browser.get("/marketplace?q=new"), searchAddressLimit.seconds);
    const withCookie = await browser.get("/marketplace?q=new", { Cookie: "sabia-session=none" });
    expectTooMany(withCookie, searchAddressLimit.seconds);
    expect((await new Browser({ port }).get("/marketplace?q=new")).status).toBe(200);
  });
});

describe("too many edits", () => {
  const browser = browserOf(ana);
  beforeEach(async () => {
    for (let at = 0; at < editLimit.tries; at += 1) await rateLimits.take(editLimit, ana.userId);
  });
  const message = "Muitas alterações seguidas. Nada foi salvo agora";

  test.each([
    ["/account", { currentPassword: "x", password: "y" }, undefined],
    ["/account", { intent: "end-others" }, undefined],
    ["/account/profile", { fullName: "Nome digitado", email: "a@example.com" }, 'value="Nome digitado"'],
    ["/account/mails", { reminders: "off" }, undefined],
    ["/account/passkeys", { intent: "rename", id: "x", name: "Celular" }, undefined],
    ["/account/second-factor", { intent: "begin" }, undefined],
    ["/creator/payments", { paymentMethod: "pix", pixKey: "b@example.com" }, 'value="b@example.com"'],
  ])("at %s with %j are refused", async (path, form, typed) => {
    const refused = await browser.post(path, form);
    expectTooMany(refused, editLimit.seconds);
    expect(refused.body).toContain(message);
    if (typed) expect(refused.body).toContain(typed);
  });

  test.each([
    ["/creator/profile", { handle: "outro-nome", bio: "Bio digitada" }, "portrait"],
    [`/creator/videos/${videoId}/edit`, { description: "Bio digitada" }, "thumbnail"],
    ["/creator/upload", { description: "Bio digitada" }, "thumbnail"],
  ])("at %s with a file are refused without reading it", async (path, form, file) => {
    const picture = { name: file, fileName: "a.png", type: "image/png", content: "no picture" };
    const refused = await browser.postParts(path, [picture, ...fieldParts(form)]);
    expectTooMany(refused, editLimit.seconds);
    expect(refused.body).toContain(message);
    expect(refused.body).toContain("Bio digitada</textarea>");
  });

  test("of one account do not affect another account", async () => {
    const reply = await browserOf(await makeConsumer(world)).post("/account/mails", { reminders: "off" });
    expect(reply.status).toBe(303);
  });
});

test("too many pictures of covers show a text if one is opened by itself", async () => {
  for (let at = 0; at < coverPictureLimit.tries; at += 1)
    await rateLimits.take(coverPictureLimit, ana.userId);
  const path = "/creator/cover/picture?coverTitle=Pão&coverDrawing=ipe&coverGround=rosa";
  const refused = await browserOf(ana).get(encodeURI(path));
  expectTooMany(refused, coverPictureLimit.seconds);
  expect(refused.body).toBe("A prévia não foi desenhada");
});

import { describe, expect, test } from "vitest";
import { Browser, type Reply } from "../support/browser";
import { startHttpApp, startHttpWorld } from "../support/http-app";
import { fieldParts } from "../support/multipart";
import { makeAdmin, makeConsumer, makeCreator, type Person } from "../support/people";
import { decodeHtml } from "../support/read-page";
import { readRow } from "../support/tables";
import { startTestWorld } from "../support/test-services";

const { world, db, port } = await startHttpWorld({ TRUSTED_PROXY_HOPS: "1" });
const page = { Accept: "text/html,application/xhtml+xml" };
const script = { "X-Keeps-Form": "1" };
const bio = 'Costuro há 20 anos. <b>"Olá"</b>\r\n& até';

/** The kept form of a page: the address of its button, and its fields. */
function keptIn({ body }: Reply): { path: string; fields: Record<string, string> } {
  const [, path = "", inputs = ""] =
    /<form method="post" action="([^"]*)"[^>]*>(.*?)<\/form>/s.exec(body) ?? [];
  const fields = [...inputs.matchAll(/name="([^"]*)" value="([^"]*)"/g)];
  return {
    path: decodeHtml(path),
    fields: Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, decodeHtml(value)])),
  };
}

async function logIn(browser: Browser, path: string, { email, password }: Person) {
  expect((await browser.post(path, { intent: "login", email, password })).status).toBe(303);
}

const typed = { intent: "save", handle: "dona-costura", bio };

function sendProfile(browser: Browser, headers: Record<string, string>, path = "/creator/profile") {
  const fields = fieldParts({ ...typed, currentPassword: "correct horse" });
  const portrait = { name: "portrait", fileName: "eu.png", type: "image/png", content: "x".repeat(200_000) };
  return browser.postParts(path, [...fields, portrait], headers);
}

/** Somebody signed in, in a browser whose session has ended since. */
async function signedOut(): Promise<{ ana: Person; browser: Browser }> {
  const ana = await makeCreator(world);
  const browser = new Browser({ port });
  await logIn(browser, "/creator-login", ana);
  await db.deleteFrom("sessions").where("user_id", "=", ana.userId).execute();
  return { ana, browser };
}

describe("a form that is sent after its session has ended", () => {
  test("is on the page of the response, without secrets and files, and continues after signing in", async () => {
    const { ana, browser } = await signedOut();
    const reply = await sendProfile(browser, page);
    expect(reply.status).toBe(401);
    expect(reply.headers["cache-control"]).toBe("private, no-store");
    expect(reply.body).toContain('href="/creator-login"');
    expect(reply.body).toContain("Arquivos, senhas e códigos não ficam guardados");
    expect(reply.body).not.toContain("correct horse");
    expect(reply.body).not.toContain(ana.userId);
    const kept = keptIn(reply);
    expect(kept.fields).toEqual(typed);

    await logIn(browser, "/creator-login", ana);
    const parts = fieldParts(kept.fields);
    const saved = await browser.postParts(kept.path, parts, page);
    expect([saved.status, saved.location]).toEqual([303, "/creator/profile"]);
    const row = await readRow(db, "creator_profiles", { user_id: ana.userId }, "bio");
    expect(row.bio).toBe(bio.replaceAll("\r\n", "\n"));
    const other = new Browser({ port, cookie: browser.cookie });
    await logIn(other, "/creator-login", await makeCreator(world));
    const refused = await other.postParts(kept.path, parts, page);
    expect(refused.status).toBe(401);
    expect(refused.body).toContain("Este texto foi escrito em outra conta");
    expect(keptIn(refused)).toEqual(kept);
  });

  test("is kept if its author signed out in another tab", async () => {
    const ana = await makeConsumer(world);
    const browser = new Browser({ port });
    await logIn(browser, "/consumer-login", ana);
    await browser.post("/logout");
    const form = { intent: "save", fullName: "Ana Souza" };
    const reply = await browser.post("/account/profile?lng=en", form, page);
    expect(reply.status).toBe(401);
    await logIn(browser, "/consumer-login", ana);
    const saved = await browser.post(keptIn(reply).path, keptIn(reply).fields, page);
    expect(saved.status).not.toBe(401);
  });

  test("stays in the page of a script, which gets no redirect", async () => {
    const { browser } = await signedOut();
    expect((await sendProfile(browser, script, "/creator/profile.data")).status).toBe(401);
    expect((await browser.get("/creator/profile.data", script)).status).toBe(401);
    expect((await browser.get("/creator/profile.data")).location).toBe("/");
  });

  test("is sent by a script as its author alone", async () => {
    const { ana, browser } = await signedOut();
    const refused = await sendProfile(browser, script, "/creator/profile.data");
    const account = /"account","([\w-]+)"/.exec(refused.body)?.[1] ?? "";
    const again = { "X-Keeps-Form": account };
    await logIn(browser, "/creator-login", await makeCreator(world));
    const others = [
      await sendProfile(browser, again, "/creator/profile.data"),
      await browser.get("/creator/profile.data", again),
    ];
    for (const { status, body } of others)
      expect([status, body.includes('"otherAccount"'), body.includes(account)]).toEqual([401, true, true]);
    await browser.post("/logout");
    await logIn(browser, "/creator-login", ana);
    expect((await sendProfile(browser, again, "/creator/profile.data")).status).not.toBe(401);
  });

  test.each([
    ["without a typed text", { intent: "end", id: "1" }, page],
    ["of a client that reads no page", { intent: "save", code: "DEZ", percent: "10,5" }, {}],
  ])("is redirected as before if it is %s", async (_, form, headers) => {
    const { browser } = await signedOut();
    expect((await browser.post("/creator/coupons", form, headers)).location).toBe("/");
  });

  test("is redirected as before from a browser that nobody has signed in with", async () => {
    const reply = await new Browser({ port }).post("/account/profile", { fullName: "Ana" }, page);
    expect([reply.status, reply.location]).toEqual([303, "/consumer-login"]);
  });
});

test("a form of an administrator who needs a second factor first is kept", async () => {
  const strict = await startTestWorld({ TRUSTED_PROXY_HOPS: "1", ADMIN_SECOND_FACTOR: "required" });
  const { port } = await startHttpApp(strict);
  const { cookie } = await makeAdmin(strict);
  const browser = new Browser({ port, cookie });
  const reply = await browser.post("/admin/coupons", { intent: "save", code: "VERAO", percent: "10" }, page);
  expect(reply.status).toBe(401);
  expect(reply.body).toContain('href="/account/second-factor"');
  expect(keptIn(reply).fields).toMatchObject({ code: "VERAO" });
});

/** The limits of the login screens; how delays grow is asked in guessing.test.ts. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAddressLimit } from "~/features/base/accounts/sign-in-limits";
import { Browser, type Reply } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import { creatorForm, makeConsumer, type Person } from "../../../support/people";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld({ TRUSTED_PROXY_HOPS: "1" });
const { passwords, rateLimits } = world.services;
const verify = vi.spyOn(passwords, "verify");
const { port } = await startHttpApp(world);
const tries = 10;
const wrong = "not the password";

let beto: Person;
beforeEach(async () => {
  beto = await makeConsumer(world);
});
afterEach(() => void vi.useRealTimers());

const login = (browser: Browser, email: string, password: string, path = "/consumer-login") =>
  browser.post(path, { intent: "login", email, password });
const stranger = (at: number) => `stranger-${at}@example.com`;

function expectTooMany(reply: Reply): void {
  expect(reply.status).toBe(429);
  const seconds = Number(reply.headers["retry-after"]);
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
}

test("ten failed tries a minute are counted per account, known or not, from any address", async () => {
  for (const email of [beto.email, "nobody-at-all@example.com"]) {
    for (let at = 0; at < tries; at++)
      expect((await login(new Browser({ port }), email, wrong)).status).toBe(400);
    verify.mockClear();
    expectTooMany(await login(new Browser({ port }), email, wrong));
    expectTooMany(await login(new Browser({ port }), email.toUpperCase(), wrong));
    // The correct password is not checked either: the response would reveal it.
    expectTooMany(await login(new Browser({ port }), email, beto.password));
    expect(verify).not.toHaveBeenCalled();
  }
});

test("failed tries are counted together for the three login screens", async () => {
  const browser = new Browser({ port });
  const screens = ["/consumer-login", "/creator-login", "/admin-login", "/creator-login.data"];
  for (let at = 0; at < tries; at++) {
    const path = screens[at % screens.length] ?? "";
    expect((await login(browser, stranger(100 + at), wrong, path)).status).toBe(400);
  }
  for (const path of screens) expectTooMany(await login(browser, stranger(200), wrong, path));
});

test("a refused try shows a message on the page, with values except the password", async () => {
  const browser = new Browser({ port });
  for (let at = 0; at < tries; at++) await login(browser, beto.email, wrong);
  const page = await login(browser, beto.email, "meu segredo");
  expectTooMany(page);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.body).toContain("Muitas tentativas. Espere um pouco e tente de novo.");
  expect(page.body).toContain(`value="${beto.email}"`);
  expect(page.body).not.toContain("meu segredo");
  const english = await login(browser, beto.email, "meu segredo", "/consumer-login?lng=en");
  expect(english.body).toContain("Too many attempts.");
});

test("sign-ins that succeed are not counted, and do not reset earlier failures", async () => {
  const { address } = new Browser({ port });
  const fresh = () => new Browser({ port, address });
  for (let at = 0; at < tries - 1; at++) await login(fresh(), beto.email, wrong);
  for (let at = 0; at < tries + 5; at++)
    expect((await login(fresh(), beto.email, beto.password)).status).toBe(303);
  expect((await login(fresh(), beto.email, wrong)).status).toBe(400);
  expectTooMany(await login(fresh(), beto.email, wrong));
});

test("tries that are given back after their minute do not count for the next one", async () => {
  const rule = { name: "edge", tries: 2, seconds: 60 };
  await rateLimits.take(rule, "one");
  await rateLimits.take(rule, "one");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  for (let at = 0; at < 5; at++) await rateLimits.giveBack([rule, "one"]);
  const taken = [];
  for (let at = 0; at < 3; at++) taken.push((await rateLimits.take(rule, "one")).ok);
  expect(taken).toEqual([true, true, false]);
});

test("a limit ignores a block written by a clock that was a day ahead, and then counts normally", async () => {
  const key = "account:ahead@example.com";
  const take = () => rateLimits.take(signInAddressLimit, key);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 24 * 3_600_000 });
  for (let at = 0; at < signInAddressLimit.tries; at += 1) expect(await take()).toEqual({ ok: true });
  expect(await take()).toMatchObject({ ok: false });
  vi.useRealTimers();
  for (let at = 0; at < signInAddressLimit.tries; at += 1) expect(await take()).toEqual({ ok: true });
  const refused = await take();
  if (refused.ok) throw new Error("not refused");
  expect(refused.retryAfterSeconds).toBeLessThanOrEqual(signInAddressLimit.seconds);
});

test("of forty concurrent attempts ten are checked", async () => {
  const replies = await Promise.all(
    Array.from({ length: 40 }, () => login(new Browser({ port }), beto.email, wrong)),
  );
  expect(replies.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(tries);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400, 429]));
});

test("behind one trusted proxy the client is the address that the proxy adds, not one that the client sends", async () => {
  const browser = new Browser({ port });
  const behind = (forged: string, real: string, at: number) =>
    browser.post(
      "/consumer-login",
      { email: stranger(at), password: wrong },
      { "X-Forwarded-For": `${forged}, ${real}`, "X-Real-IP": forged, "CF-Connecting-IP": forged },
    );
  for (let at = 0; at < tries; at++)
    expect((await behind(`203.0.113.${at}`, "198.51.100.7", 400 + at)).status).toBe(400);
  expectTooMany(await behind("203.0.113.99", "198.51.100.7", 420));
  expectTooMany(await behind("198.51.100.8, 198.51.100.9", "198.51.100.7", 421));
  expect((await behind("198.51.100.7", "198.51.100.8", 422)).status).toBe(400);
});

test("accounts from one address are limited to thirty a minute", async () => {
  const browser = () => new Browser({ port, address: "192.0.2.50" });
  const password = "senha boa";
  const signup = (at: number) =>
    browser().post("/consumer-login", {
      intent: "signup",
      fullName: "Robô",
      email: `robot-${at}@example.com`,
      password,
    });
  const replies = await Promise.all(Array.from({ length: 30 }, (_, at) => signup(at)));
  expect(replies.map(({ status }) => status)).toEqual(Array(30).fill(303));
  expectTooMany(await signup(31));
  expectTooMany(await browser().post("/creator-register", { ...creatorForm({ password }) }));
});

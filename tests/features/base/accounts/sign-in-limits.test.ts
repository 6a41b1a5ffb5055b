import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Passwords } from "~/platform/passwords.server";
import { Browser, type Reply } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import { makeConsumer, type Person } from "../../../support/people";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld({ TRUSTED_PROXY_HOPS: "1" });
const checked: Parameters<Passwords["verify"]>[] = [];
watchPasswords(world.services.passwords);
const { port } = await startHttpApp(world);
/** Without a trusted proxy. */
const alone = await startHttpApp(await startTestWorld({ TRUSTED_PROXY_HOPS: "0" }));
const tries = 10;
const wrong = "not the password";

/** Records the checks, which still run. */
function watchPasswords({ verify }: Passwords): void {
  world.services.passwords.verify = (...given) => {
    checked.push(given);
    return verify(...given);
  };
}

let beto: Person;
beforeEach(async () => {
  beto = await makeConsumer(world);
  checked.length = 0;
});

const login = (browser: Browser, email: string, password: string, path = "/consumer-login") =>
  browser.post(path, { intent: "login", email, password });

const stranger = (at: number) => `stranger-${at}@example.com`;

function expectTooMany(reply: Reply): void {
  expect(reply.status).toBe(429);
  const seconds = Number(reply.headers["retry-after"]);
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
}

describe("ten failed tries a minute", () => {
  test("are counted per account, from any address", async () => {
    for (let at = 0; at < tries; at++) {
      expect((await login(new Browser({ port }), beto.email, wrong)).status).toBe(400);
    }
    checked.length = 0;
    expectTooMany(await login(new Browser({ port }), beto.email, wrong));
    expectTooMany(await login(new Browser({ port }), beto.email.toUpperCase(), wrong));
    // The correct password is not checked either: the response would reveal it.
    expectTooMany(await login(new Browser({ port }), beto.email, beto.password));
    expect(checked).toEqual([]);
  });

  test("are counted per unknown account too", async () => {
    const email = "nobody-at-all@example.com";
    for (let at = 0; at < tries; at++) await login(new Browser({ port }), email, wrong);
    expectTooMany(await login(new Browser({ port }), email, wrong));
  });

  test("are counted together for the three login screens", async () => {
    const browser = new Browser({ port });
    const screens = ["/consumer-login", "/creator-login", "/admin-login", "/creator-login.data"];
    for (let at = 0; at < tries; at++) {
      const path = screens[at % screens.length] ?? "";
      expect((await login(browser, stranger(100 + at), wrong, path)).status).toBe(400);
    }
    for (const path of screens) expectTooMany(await login(browser, stranger(200), wrong, path));
  });
  test("show a message on the page, with values except the password", async () => {
    const browser = new Browser({ port });
    for (let at = 0; at < tries; at++) await login(browser, beto.email, wrong);
    const page = await login(browser, beto.email, "meu segredo");
    expectTooMany(page);
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page.body.includes("Muitas tentativas. Espere um pouco e tente de novo.")).toBe(true);
    expect(page.body.includes(`value="${beto.email}"`)).toBe(true);
    expect(page.body.includes("meu segredo")).toBe(false);
    const english = await login(browser, beto.email, "meu segredo", "/consumer-login?lng=en");
    expectTooMany(english);
    expect(english.body.includes("Too many attempts.")).toBe(true);
  });
});

describe("sign-ins that succeed", () => {
  test("are not counted", async () => {
    const { address } = new Browser({ port });
    const fresh = () => new Browser({ port, address });
    for (let at = 0; at < tries - 1; at++) await login(fresh(), beto.email, wrong);
    for (let at = 0; at < tries + 5; at++) {
      expect((await login(fresh(), beto.email, beto.password)).status).toBe(303);
    }
    // Nor do they reset earlier failures.
    expect((await login(fresh(), beto.email, wrong)).status).toBe(400);
    expectTooMany(await login(fresh(), beto.email, wrong));
  });

  test("leave nothing behind when many come at once from one address", async () => {
    const { address } = new Browser({ port });
    await Promise.all(
      Array.from({ length: 30 }, () => login(new Browser({ port, address }), beto.email, beto.password)),
    );
    expect((await login(new Browser({ port, address }), beto.email, beto.password)).status).toBe(303);
  });

  test("that end after their minute do not count for the next one", async () => {
    const { rateLimits } = world.services;
    const rule = { name: "edge", tries: 2, seconds: 60 };
    await rateLimits.take(rule, "one");
    await rateLimits.take(rule, "one");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    for (let at = 0; at < 5; at++) await rateLimits.giveBack([rule, "one"]);
    const taken = [];
    for (let at = 0; at < 3; at++) taken.push((await rateLimits.take(rule, "one")).ok);
    expect(taken).toEqual([true, true, false]);
  });
  afterEach(() => void vi.useRealTimers());
});

test("of forty concurrent attempts ten are checked", async () => {
  const replies = await Promise.all(
    Array.from({ length: 40 }, () => login(new Browser({ port }), beto.email, wrong)),
  );
  expect(replies.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(tries);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400, 429]));
});

describe("the client", () => {
  const headers = (forwarded: string) => ({
    "X-Forwarded-For": forwarded,
    Forwarded: `for=${forwarded}`,
    "X-Real-IP": forwarded,
    "Client-IP": forwarded,
    "True-Client-IP": forwarded,
    "CF-Connecting-IP": forwarded,
    Via: forwarded,
  });

  test("without a trusted proxy is the peer of the socket: a forged header gains no attempts", async () => {
    const browser = new Browser(alone);
    const send = (at: number) =>
      browser.post("/consumer-login", { email: stranger(at), password: wrong }, headers(`203.0.113.${at}`));
    for (let at = 0; at < tries; at++) expect((await send(at)).status).toBe(400);
    expectTooMany(await send(tries));
  });

  test("behind one trusted proxy is the address that the proxy adds: the client's own values are ignored", async () => {
    const browser = new Browser({ port });
    const behind = (forged: string, real: string, at: number) =>
      browser.post(
        "/consumer-login",
        { email: stranger(at), password: wrong },
        { "X-Forwarded-For": `${forged}, ${real}` },
      );
    for (let at = 0; at < tries; at++) {
      expect((await behind(`203.0.113.${at}`, "198.51.100.7", 400 + at)).status).toBe(400);
    }
    expectTooMany(await behind("203.0.113.99", "198.51.100.7", 420));
    expectTooMany(await behind("198.51.100.8, 198.51.100.9", "198.51.100.7", 421));
    expect((await behind("198.51.100.7", "198.51.100.8", 422)).status).toBe(400);
  });
});

describe("accounts from one address", () => {
  test("are limited to thirty a minute, then 429", async () => {
    const browser = () => new Browser({ port, address: "192.0.2.50" });
    const signup = (at: number) =>
      browser().post("/consumer-login", {
        intent: "signup",
        fullName: "Robô",
        email: `robot-${at}@example.com`,
        password: "senha boa",
      });
    const replies = await Promise.all(Array.from({ length: 30 }, (_, at) => signup(at)));
    expect(replies.map(({ status }) => status)).toEqual(Array(30).fill(303));
    expectTooMany(await signup(31));
    const creator = {
      fullName: "R",
      country: "B",
      currency: "BRL",
      pixKey: "ana@pix.example",
      bankAccount: "1",
      bankName: "b",
    };
    expectTooMany(
      await browser().post("/creator-register", {
        ...creator,
        email: "robot-c@example.com",
        password: "senha boa",
      }),
    );
  });
});

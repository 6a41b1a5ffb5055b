import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { sessionAbsoluteDays, sessionIdleDays } from "~/platform/session/cookies.server";
import { startGoogle } from "../../../../dev/google/start-google";
import { Browser, type Reply } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import { makeAdmin, makeConsumer, makeCreator, type Person, signIn } from "../../../support/people";
import { readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { googlePerson, googleVariables, signInWithGoogle } from "../../entrance/sign-in/google-flow";

const google = await startGoogle();
afterAll(() => google.close());
const world = await startTestWorld({ TRUSTED_PROXY_HOPS: "1", ...googleVariables(google.url) });
const { db } = world.services;
const { port } = await startHttpApp(world);
const day = 24 * 60 * 60_000;

let beto: Person;
beforeEach(async () => {
  beto = await makeConsumer(world);
});

const login = (browser: Browser, { email, password }: { email: string; password: string }) =>
  browser.post("/consumer-login", { intent: "login", email, password });

async function opens(cookie: string): Promise<boolean> {
  return (await new Browser({ port, cookie }).get("/account")).status === 200;
}

const sessionIn = (browser: Browser) => `sabia=${browser.cookies.get("sabia") ?? ""}`;

async function countSessions(userId: string): Promise<number> {
  return (await readRows(db, "sessions", { user_id: userId }, "id_hash")).length;
}

let newcomers = 0;
const newcomer = () => {
  newcomers += 1;
  return { fullName: "Nina", email: `nina-${newcomers}@example.com`, password: "senha boa" };
};

/** Every way to sign in. */
const waysIn: Record<string, (browser: Browser) => Promise<Reply>> = {
  "consumer login": (browser) => login(browser, beto),
  "consumer login by script": (browser) => browser.post("/consumer-login.data", { ...beto, intent: "login" }),
  "creator login": async (browser) => browser.post("/creator-login", { ...(await makeCreator(world)) }),
  "admin login": async (browser) => browser.post("/admin-login", { ...(await makeAdmin(world)) }),
  "consumer signup": (browser) => browser.post("/consumer-login", { intent: "signup", ...newcomer() }),
  // A signed-in person completes a creator profile there instead.
  Google: (browser) => signInWithGoogle(browser, google, googlePerson()),
  "Google, creator": (browser) => signInWithGoogle(browser, google, googlePerson(), { as: "creator" }),
};

describe("signing in", () => {
  test.each(Object.entries(waysIn))(
    "creates a new session and ends the one before it: %s",
    async (_, enter) => {
      const attacker = await makeConsumer(world);
      const browser = new Browser({ port, cookie: attacker.cookie });
      await enter(browser);
      const mine = sessionIn(browser);
      expect(mine).toMatch(/^sabia=.{60,}/);
      expect(mine).not.toBe(attacker.cookie);
      expect(await opens(mine)).toBe(true);
      expect(await opens(attacker.cookie)).toBe(false);
      expect(await countSessions(attacker.userId)).toBe(0);
    },
  );

  test("never adopts a planted session id", async () => {
    for (const planted of ["sabia=planted", `sabia=${"A".repeat(43)}`, `sabia=${btoa('"planted"')}.`]) {
      const browser = new Browser({ port, cookie: planted });
      await login(browser, beto);
      expect(sessionIn(browser)).not.toBe(planted);
      expect(await opens(planted)).toBe(false);
    }
  });

  test("sends the session id in the cookie only: not in a page, an address or a script's data", async () => {
    const browser = new Browser({ port });
    const replies = [await login(browser, beto)];
    const value = JSON.parse(
      atob(decodeURIComponent(sessionIn(browser).slice(6)).split(".")[0] ?? ""),
    ) as string;
    const [id = "", userId] = value.split(".");
    expect(id).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(userId).toBe(beto.userId);
    for (const path of ["/marketplace", "/account", "/account.data", "/creator-register"]) {
      replies.push(await browser.get(path));
    }
    for (const { body, location } of replies) expect(`${body}${location}`.includes(id)).toBe(false);
    for (const query of [`?sabia=${id}`, `?session=${id}`, `?sid=${id}`]) {
      const reply = await new Browser({ port }).get(`/account${query}`, { Authorization: `Bearer ${id}` });
      expect(reply.status).toBe(303);
    }
  });
});

describe("signing out", () => {
  test.each([
    ["a consumer", makeConsumer, "/marketplace"],
    ["a creator", makeCreator, "/creator/dashboard"],
    ["an admin", makeAdmin, "/admin/dashboard"],
  ])("is offered to %s, and ends the session wherever its cookie was copied to", async (_, make, page) => {
    const { cookie, userId } = await make(world);
    const browser = new Browser({ port, cookie });
    expect((await browser.get(page)).body).toMatch(/<form[^>]* action="\/logout"/);
    const reply = await browser.post("/logout");
    expect([reply.status, reply.location]).toEqual([303, "/"]);
    expect(reply.setCookies.find((each) => each.startsWith("sabia="))).toMatch(/^sabia=;.*Max-Age=0/);
    expect(browser.cookies.has("sabia")).toBe(false);
    expect(await opens(cookie)).toBe(false);
    expect(await countSessions(userId)).toBe(0);
  });

  test("leaves other browsers signed in", async () => {
    const elsewhere = await signIn(world, beto.userId);
    await new Browser({ port, cookie: beto.cookie }).post("/logout");
    expect(await opens(elsewhere)).toBe(true);
  });
});

test("losing the role ends the admin area at the next request, page, data and export alike", async () => {
  const ana = await makeAdmin(world);
  const browser = new Browser({ port, cookie: ana.cookie });
  expect((await browser.get("/admin/dashboard")).status).toBe(200);
  await db.deleteFrom("user_roles").where("user_id", "=", ana.userId).execute();
  for (const path of [
    "/admin/dashboard",
    "/admin/dashboard.data",
    "/admin/dashboard.data?_routes=routes/admin/dashboard",
  ]) {
    expect((await browser.get(path)).location).toBe("/");
  }
  expect((await browser.get("/")).body.includes("Você não tem permissão para acessar esta área")).toBe(true);
});

test("a deleted account takes its sessions along", async () => {
  await db.deleteFrom("consumer_profiles").where("user_id", "=", beto.userId).execute();
  await db.deleteFrom("users").where("id", "=", beto.userId).execute();
  expect(await opens(beto.cookie)).toBe(false);
});

describe("a session expires", () => {
  test("if it was not used for a week", async () => {
    world.advance(sessionIdleDays * day - 1);
    expect(await opens(beto.cookie)).toBe(true);
    world.advance(sessionIdleDays * day);
    expect(await opens(beto.cookie)).toBe(false);
  });

  test("thirty days after signing in, even if it is used", async () => {
    for (let days = 0; days < sessionAbsoluteDays - 5; days += 5) {
      world.advance(5 * day);
      expect(await opens(beto.cookie)).toBe(true);
    }
    world.advance(5 * day);
    expect(await opens(beto.cookie)).toBe(false);
  });
});

describe("the account page", () => {
  const others = async () => [await signIn(world, beto.userId), await signIn(world, beto.userId)];
  const newPassword = "outra senha";
  const change = (changes: Record<string, string> = {}) => ({
    intent: "password",
    currentPassword: beto.password,
    password: newPassword,
    confirmPassword: newPassword,
    ...changes,
  });

  test("lists the sessions and marks the current one", async () => {
    const agent = "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0 <script>alert(1)</script>";
    const elsewhere = new Browser({ port });
    await elsewhere.post("/consumer-login", { intent: "login", ...beto }, { "User-Agent": agent });
    const { body } = await new Browser({ port, cookie: beto.cookie }).get("/account");
    expect(body).toMatch(/Firefox · Windows/);
    expect(body.match(/Esta sessão/g)).toHaveLength(1);
    expect(body.includes("<script>alert")).toBe(false);
    expect(body.includes("id_hash")).toBe(false);
  });

  test("changes the password, which ends the other sessions and keeps this one", async () => {
    const elsewhere = await others();
    const ana = await makeConsumer(world);
    const browser = new Browser({ port, cookie: beto.cookie });
    expect((await browser.post("/account", change())).location).toBe("/account");
    expect((await browser.get("/account")).body.includes("Senha trocada.")).toBe(true);
    for (const cookie of elsewhere) expect(await opens(cookie)).toBe(false);
    expect(await opens(beto.cookie), "a copy of this browser's cookie").toBe(false);
    expect(await opens(ana.cookie)).toBe(true);
    expect((await login(new Browser({ port }), beto)).status).toBe(400);
    expect((await login(new Browser({ port }), { ...beto, password: newPassword })).status).toBe(303);
  });

  test.each([
    ["a wrong current password", { currentPassword: "errada" }, "A senha atual não confere."],
    ["no current password", { currentPassword: "" }, "Preencha este campo."],
    ["two that differ", { confirmPassword: "outra coisa" }, "As senhas não coincidem."],
    [
      "five characters",
      { password: "abcde", confirmPassword: "abcde" },
      "A senha deve ter pelo menos 6 caracteres.",
    ],
  ])("changes nothing with %s", async (_, changes, message) => {
    const [elsewhere = ""] = await others();
    const reply = await new Browser({ port, cookie: beto.cookie }).post("/account", change(changes));
    expect(reply.status).toBe(400);
    expect(reply.body.includes(message)).toBe(true);
    expect(await opens(elsewhere)).toBe(true);
    expect((await login(new Browser({ port }), beto)).status).toBe(303);
  });

  test("limits guesses: ten wrong passwords, then 429 even for the correct one", async () => {
    const guess = (currentPassword: string) =>
      new Browser({ port, cookie: beto.cookie }).post("/account", change({ currentPassword }));
    for (let at = 0; at < 10; at++) expect((await guess(`palpite ${at}`)).status).toBe(400);
    const refused = await guess(beto.password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await login(new Browser({ port }), beto)).status).toBe(303);
  });

  test("cannot set a first password for a Google account", async () => {
    const browser = new Browser({ port });
    await signInWithGoogle(browser, google, googlePerson());
    for (const currentPassword of ["x", "null", "undefined"]) {
      expect((await browser.post("/account", change({ currentPassword }))).status).toBe(400);
    }
    const without = await db.selectFrom("users").select("id").where("password_hash", "is", null).execute();
    expect(without.length).toBeGreaterThan(0);
    expect((await browser.get("/account")).body.includes('href="/forgot-password')).toBe(true);
  });
});

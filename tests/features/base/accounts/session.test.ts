/** Sessions: how they begin and end, what their cookie holds, and how the account page shows and ends them. */
import { createHash } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import {
  createSessionCookie,
  sessionAbsoluteDays,
  sessionIdleDays,
  sessionTouchMinutes,
} from "~/platform/session/cookies.server";
import { deleteExpiredSessions } from "~/platform/session/session.queries.server";
import { action as account } from "~/routes/account/account";
import { startGoogle } from "../../../../dev/google/start-google";
import { ask, askAs, makeRequest, viewerOf } from "../../../support/ask";
import { Browser, type Reply } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import {
  creatorForm,
  makeAdmin,
  makeConsumer,
  makeCreator,
  type Person,
  signIn,
} from "../../../support/people";
import { readInOrder, readRow, readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { googlePerson, googleVariables, signInWithGoogle } from "../../entrance/sign-in/google-flow";

const google = await startGoogle();
afterAll(() => google.close());
const world = await startTestWorld({ TRUSTED_PROXY_HOPS: "1", ...googleVariables(google.url) });
const { db } = world.services;
const { port } = await startHttpApp(world);

const minute = 60_000;
const day = 24 * 60 * minute;

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

/** The ways that begin a session: by password, for a new account and without a password. */
const waysIn: Record<string, (browser: Browser) => Promise<Reply>> = {
  "consumer login": (browser) => login(browser, beto),
  "consumer signup": (browser) =>
    browser.post("/consumer-login", { ...creatorForm(), intent: "signup", password: "senha boa" }),
  Google: (browser) => signInWithGoogle(browser, google, googlePerson()),
};

test.each(Object.entries(waysIn))(
  "signing in creates a new session and ends the one before it: %s",
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

test("signing in sends the session id in the cookie only: not in a page, an address or a script's data", async () => {
  const browser = new Browser({ port });
  const replies = [await login(browser, beto)];
  const value = JSON.parse(
    atob(decodeURIComponent(sessionIn(browser).slice(6)).split(".")[0] ?? ""),
  ) as string;
  const [id = "", userId] = value.split(".");
  expect(id).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(userId).toBe(beto.userId);
  for (const path of ["/marketplace", "/account", "/account.data", "/creator-register"])
    replies.push(await browser.get(path));
  for (const { body, location } of replies) expect(`${body}${location}`.includes(id)).toBe(false);
  for (const query of [`?sabia=${id}`, `?session=${id}`, `?sid=${id}`]) {
    const reply = await new Browser({ port }).get(`/account${query}`, { Authorization: `Bearer ${id}` });
    expect(reply.status).toBe(303);
  }
});

test.each([
  ["a consumer", makeConsumer, "/marketplace"],
  ["a creator", makeCreator, "/creator/dashboard"],
  ["an admin", makeAdmin, "/admin/dashboard"],
])(
  "signing out is offered to %s, and ends the session wherever its cookie was copied to",
  async (_, make, page) => {
    const { cookie, userId } = await make(world);
    const browser = new Browser({ port, cookie });
    expect((await browser.get(page)).body).toMatch(/<form[^>]* action="\/logout"/);
    const reply = await browser.post("/logout");
    expect([reply.status, reply.location]).toEqual([303, "/"]);
    expect(reply.setCookies.find((each) => each.startsWith("sabia="))).toMatch(/^sabia=;.*Max-Age=0/);
    expect(browser.cookies.has("sabia")).toBe(false);
    expect(await opens(cookie)).toBe(false);
    expect(await countSessions(userId)).toBe(0);
  },
);

test("signing out leaves other browsers signed in", async () => {
  const elsewhere = await signIn(world, beto.userId);
  await new Browser({ port, cookie: beto.cookie }).post("/logout");
  expect(await opens(elsewhere)).toBe(true);
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

  test("cannot set a first password for a Google account", async () => {
    const browser = new Browser({ port });
    await signInWithGoogle(browser, google, googlePerson());
    for (const currentPassword of ["x", "null", "undefined"])
      expect((await browser.post("/account", change({ currentPassword }))).status).toBe(400);
    const without = await db.selectFrom("users").select("id").where("password_hash", "is", null).execute();
    expect(without.length).toBeGreaterThan(0);
    expect((await browser.get("/account")).body.includes('href="/forgot-password')).toBe(true);
  });
});

test("a session is ended by its id, by its owner only, and never the current one", async () => {
  const elsewhere = await signIn(world, beto.userId);
  const idsOf = async (userId: string) =>
    (await readInOrder(db, "sessions", { user_id: userId }, ["created_at"], "public_id")).map(
      ({ public_id }) => public_id,
    );
  const stranger = await makeConsumer(world);
  const end = (session: string, cookie: string) =>
    ask(world, account, { path: "/account", form: { intent: "end-session", session }, cookie });
  const before = await idsOf(beto.userId);
  for (const id of before) await end(id, stranger.cookie);
  await end("no id", beto.cookie);
  expect(await idsOf(beto.userId)).toEqual(before);
  for (const id of before) await end(id, elsewhere);
  expect(await idsOf(beto.userId)).toHaveLength(1);
  expect(await end("", beto.cookie)).toMatchObject({ location: "/consumer-login" });
});

test("ending the other sessions on the account page keeps this one", async () => {
  const elsewhere = await signIn(world, beto.userId);
  const form = { intent: "end-others" };
  const ended = await askAs(world, account, beto, { path: "/account", form });
  expect(ended).toMatchObject({ flash: { title: "accounts.endedOthers" } });
  expect([await opens(elsewhere), await opens(beto.cookie)]).toEqual([false, true]);
});

test("a session expires if it was not used for a week", async () => {
  world.advance(sessionIdleDays * day - 1);
  expect(await viewerOf(world, beto.cookie)).toBeDefined();
  world.advance(sessionIdleDays * day);
  expect(await viewerOf(world, beto.cookie)).toBeUndefined();
});

test("a session expires thirty days after signing in, even if it is used, and is then removed", async () => {
  for (let days = 0; days < sessionAbsoluteDays - 5; days += 5) {
    world.advance(5 * day);
    expect(await viewerOf(world, beto.cookie)).toBeDefined();
  }
  world.advance(5 * day);
  expect(await viewerOf(world, beto.cookie)).toBeUndefined();
  const fresh = await makeConsumer(world);
  await deleteExpiredSessions(db, world.services.clock());
  expect([await countSessions(beto.userId), await countSessions(fresh.userId)]).toEqual([0, 1]);
});

test("the last use of a session is written at intervals", async () => {
  const seen = async () =>
    (await readRow(db, "sessions", { user_id: beto.userId }, "last_seen_at")).last_seen_at.getTime();
  const first = await seen();
  world.advance(sessionTouchMinutes * minute);
  await viewerOf(world, beto.cookie);
  expect(await seen()).toBe(first);
  world.advance(1);
  await viewerOf(world, beto.cookie);
  expect(await seen()).toBe(first + sessionTouchMinutes * minute + 1);
});

describe("the cookie", () => {
  const idOf = async (cookie: string) =>
    (await world.services.sessionCookie.read(makeRequest({ path: "/", cookie }))) ?? "";

  test("holds a random id of 256 bits, of which the table holds only the hash", async () => {
    const id = await idOf(beto.cookie);
    expect(Buffer.from(id, "base64url")).toHaveLength(32);
    const rows = await readRows(db, "sessions", { user_id: beto.userId });
    expect(rows.map((row) => row.id_hash)).toEqual([createHash("sha256").update(id).digest("hex")]);
    expect(JSON.stringify(rows)).not.toContain(id);
  });

  test("is sent to pages of this site only, hidden from scripts, and restricted to this host over https", async () => {
    expect(await world.services.sessionCookie.write("x".repeat(43))).toMatch(
      /^sabia=.*; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const secure = await createSessionCookie("https://sabia.example", ["s".repeat(32)]).write("x".repeat(43));
    expect(secure).toMatch(/^__Host-sabia=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(secure).not.toMatch(/domain/i);
  });

  test("is rejected if it was forged or altered", async () => {
    const value = beto.cookie.slice("sabia=".length);
    const decoded = decodeURIComponent(value);
    const [signed = "", mac = ""] = decoded.split(".");
    const unsigned = Buffer.from(JSON.stringify(await idOf(beto.cookie))).toString("base64");
    const forged = [
      "",
      signed,
      `${signed}.`,
      `.${mac}`,
      unsigned,
      `${unsigned}.AAAA`,
      `${decoded}A`,
      value.slice(1),
      "%",
      "a;b",
    ];
    for (const other of [...forged, ...flipped(decoded)])
      expect(await viewerOf(world, `sabia=${encodeURIComponent(other)}`), other).toBeUndefined();
    expect(await viewerOf(world, `outra=1; sabia=${value}`)).toBeDefined();
  });

  test("is accepted if the former secret signed it, while a new cookie is signed with the current one", async () => {
    const [current, former] = ["current".repeat(5), "former".repeat(6)];
    const id = await idOf(beto.cookie);
    const replaced = createSessionCookie("http://localhost", [current, former]);
    const read = (by: typeof replaced, cookie: string) =>
      by.read(new Request("http://localhost", { headers: { Cookie: cookie.split(";")[0] ?? "" } }));
    const old = await createSessionCookie("http://localhost", [former]).write(id);
    expect(await read(replaced, old)).toBe(id);
    const onlyCurrent = createSessionCookie("http://localhost", [current]);
    expect(await read(onlyCurrent, await replaced.write(id))).toBe(id);
    expect(await read(onlyCurrent, old)).toBeUndefined();
  });
});

/** Every variant of the text with one character changed. */
function flipped(text: string): string[] {
  return [...text].map(
    (character, at) => `${text.slice(0, at)}${character === "A" ? "B" : "A"}${text.slice(at + 1)}`,
  );
}

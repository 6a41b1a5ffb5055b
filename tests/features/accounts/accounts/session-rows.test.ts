import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { checkPassword, endSession, startSession } from "~/features/entrance/sign-in/sign-in.server";
import { currentViewer } from "~/platform/context.server";
import { deleteExpiredSessions } from "~/platform/session/session.queries.server";
import { sessionAbsoluteDays, sessionIdleDays, sessionTouchMinutes } from "~/platform/session/session-rules";
import { makeContext, makeRequest } from "../../../support/ask";
import { makeConsumer, makeCreator, type Person, signIn } from "../../../support/people";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const minute = 60_000;
const day = 24 * 60 * minute;

let beto: Person;
beforeEach(async () => {
  beto = await makeConsumer(world);
});

const viewerOf = (cookie: string) => currentViewer(makeContext(world), makeRequest({ path: "/", cookie }));
const countSessions = async ({ userId }: Person) =>
  (await db.selectFrom("sessions").select("id_hash").where("user_id", "=", userId).execute()).length;

describe("signing in", () => {
  test("requires the correct password, with the e-mail in any case", async () => {
    const check = (email: string, password: string) =>
      checkPassword(services, { email, password }, { clientAddress: `10.9.9.${email.length}` });
    expect(await check(beto.email, beto.password)).toMatchObject({ ok: true, userId: beto.userId });
    expect(await check(beto.email.toUpperCase(), beto.password)).toMatchObject({
      ok: true,
      userId: beto.userId,
    });
    expect(await check(beto.email, beto.password.toUpperCase())).toEqual({ ok: false, error: "wrong" });
    expect(await check(beto.email, "")).toEqual({ ok: false, error: "wrong" });
    expect(await check("nobody@example.com", "no password is ever this one")).toEqual({
      ok: false,
      error: "wrong",
    });
  });

  test("is impossible for an account without a password", async () => {
    await db.updateTable("users").set({ password_hash: null }).where("id", "=", beto.userId).execute();
    for (const password of ["", "null", "no password is ever this one"]) {
      const checked = await checkPassword(
        services,
        { email: beto.email, password },
        { clientAddress: "10.9.8.1" },
      );
      expect(checked).toEqual({ ok: false, error: "wrong" });
    }
  });

  test("identifies the person and their roles", async () => {
    const ana = await makeCreator(world);
    const roles = { isAdmin: false, isCreator: true, isConsumer: false };
    expect(await viewerOf(ana.cookie)).toMatchObject({ userId: ana.userId, email: ana.email, ...roles });
    expect(await viewerOf(beto.cookie)).toMatchObject({
      userId: beto.userId,
      isConsumer: true,
      isCreator: false,
    });
    await db.insertInto("user_roles").values({ user_id: ana.userId, role: "admin" }).execute();
    expect(await viewerOf(ana.cookie)).toMatchObject({ isAdmin: true });
  });

  test("creates a new session and ends the browser's previous one, so that session fixation is impossible", async () => {
    const attacker = await makeConsumer(world);
    const planted = attacker.cookie;
    const [setCookie = ""] = await startSession(
      makeContext(world),
      makeRequest({ path: "/", cookie: planted }),
      beto.userId,
    );
    const cookie = setCookie.split(";")[0] ?? "";
    expect(cookie).not.toBe(planted);
    expect(await viewerOf(cookie)).toMatchObject({ userId: beto.userId });
    expect(await viewerOf(planted)).toBeUndefined();
  });

  test("elsewhere leaves other browsers signed in", async () => {
    const other = await signIn(world, beto.userId);
    expect(await viewerOf(other)).toBeDefined();
    expect(await viewerOf(beto.cookie)).toBeDefined();
    expect(await countSessions(beto)).toBe(2);
  });
});

describe("signing out", () => {
  test("ends the session: a copied cookie is invalid", async () => {
    const cleared = await endSession(
      makeContext(world),
      makeRequest({ path: "/logout", cookie: beto.cookie }),
    );
    expect(cleared).toMatch(/^sabia=;.*Max-Age=0/);
    expect(await viewerOf(beto.cookie)).toBeUndefined();
    expect(await countSessions(beto)).toBe(0);
  });

  test("without a session, or with a forged one, is not an error", async () => {
    await endSession(makeContext(world), makeRequest({ path: "/logout" }));
    await endSession(makeContext(world), makeRequest({ path: "/logout", cookie: "sabia=forged" }));
    expect(await viewerOf(beto.cookie)).toBeDefined();
  });
});

describe("a session ends", () => {
  test("at a fixed time after sign-in, even if it is used", async () => {
    let left = sessionAbsoluteDays * day;
    for (const step = (sessionIdleDays - 1) * day; left > step; left -= step) {
      world.advance(step);
      expect(await viewerOf(beto.cookie)).toBeDefined();
    }
    world.advance(left - 1);
    expect(await viewerOf(beto.cookie)).toBeDefined();
    world.advance(1);
    expect(await viewerOf(beto.cookie)).toBeUndefined();
  });

  test("if it was not used for long enough", async () => {
    world.advance(sessionIdleDays * day - 1);
    expect(await viewerOf(beto.cookie)).toBeDefined();
    world.advance(sessionIdleDays * day);
    expect(await viewerOf(beto.cookie)).toBeUndefined();
  });

  test("and is then removed from the table, while others stay", async () => {
    world.advance(sessionAbsoluteDays * day);
    const fresh = await makeConsumer(world);
    await deleteExpiredSessions(db, services.clock());
    expect(await countSessions(beto)).toBe(0);
    expect(await countSessions(fresh)).toBe(1);
  });

  test("the last use of a session is written at intervals", async () => {
    const seen = async () => {
      const row = db.selectFrom("sessions").select("last_seen_at").where("user_id", "=", beto.userId);
      return (await row.executeTakeFirstOrThrow()).last_seen_at.getTime();
    };
    const first = await seen();
    world.advance(sessionTouchMinutes * minute);
    await viewerOf(beto.cookie);
    expect(await seen()).toBe(first);
    world.advance(1);
    await viewerOf(beto.cookie);
    expect(await seen()).toBe(first + sessionTouchMinutes * minute + 1);
  });
});

describe("the cookie", () => {
  const idOf = async (cookie: string) =>
    (await services.sessionCookie.read(makeRequest({ path: "/", cookie }))) ?? "";

  test("holds a random id of 256 bits, of which the table holds only the hash", async () => {
    const id = await idOf(beto.cookie);
    expect(Buffer.from(id, "base64url")).toHaveLength(32);
    const rows = await db.selectFrom("sessions").selectAll().where("user_id", "=", beto.userId).execute();
    expect(rows.map((row) => row.id_hash)).toEqual([createHash("sha256").update(id).digest("hex")]);
    expect(JSON.stringify(rows)).not.toContain(id);
  });

  test("is sent to pages of this site only, hidden from scripts, and restricted to this host over https", async () => {
    expect(await services.sessionCookie.write("x".repeat(43))).toMatch(
      /^sabia=.*; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const { createSessionCookie } = await import("~/platform/session/session.server");
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
    for (const other of [...forged, ...flipped(decoded)]) {
      expect(await viewerOf(`sabia=${encodeURIComponent(other)}`), other).toBeUndefined();
    }
    expect(await viewerOf(`outra=1; sabia=${value}`)).toBeDefined();
  });

  test("is rejected if another process's secret signed it", async () => {
    const { createSessionCookie } = await import("~/platform/session/session.server");
    const other = await createSessionCookie("http://localhost", ["other".repeat(8)]).write(
      await idOf(beto.cookie),
    );
    expect(await viewerOf(other.split(";")[0] ?? "")).toBeUndefined();
  });

  test("is accepted if the former secret signed it, while a new cookie is signed with the current one", async () => {
    const { createSessionCookie } = await import("~/platform/session/session.server");
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

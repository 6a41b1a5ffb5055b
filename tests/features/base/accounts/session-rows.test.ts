import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { currentViewer } from "~/platform/context.server";
import { sessionAbsoluteDays, sessionTouchMinutes } from "~/platform/session/cookies.server";
import { deleteExpiredSessions } from "~/platform/session/session.queries.server";
import { makeContext, makeRequest } from "../../../support/ask";
import { makeConsumer, type Person } from "../../../support/people";
import { readRows } from "../../../support/tables";
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
  (await readRows(db, "sessions", { user_id: userId }, "id_hash")).length;

describe("a session ends", () => {
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
    const rows = await readRows(db, "sessions", { user_id: beto.userId });
    expect(rows.map((row) => row.id_hash)).toEqual([createHash("sha256").update(id).digest("hex")]);
    expect(JSON.stringify(rows)).not.toContain(id);
  });

  test("is sent to pages of this site only, hidden from scripts, and restricted to this host over https", async () => {
    expect(await services.sessionCookie.write("x".repeat(43))).toMatch(
      /^sabia=.*; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const { createSessionCookie } = await import("~/platform/session/cookies.server");
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
    const { createSessionCookie } = await import("~/platform/session/cookies.server");
    const other = await createSessionCookie("http://localhost", ["other".repeat(8)]).write(
      await idOf(beto.cookie),
    );
    expect(await viewerOf(other.split(";")[0] ?? "")).toBeUndefined();
  });

  test("is accepted if the former secret signed it, while a new cookie is signed with the current one", async () => {
    const { createSessionCookie } = await import("~/platform/session/cookies.server");
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

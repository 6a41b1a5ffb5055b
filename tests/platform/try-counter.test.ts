import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { openDatabase } from "~/platform/db.server";
import { deleteEndedWindows } from "~/platform/try-counter.queries.server";
import { createRateLimits, type LimitCount, type LimitRule } from "~/platform/try-counter.server";
import { createTestDatabase } from "../support/test-database";

const database = await createTestDatabase();
const statements: string[] = [];
const { db, pool } = openDatabase(database.url, () => {});
pool.onStatement = (text) => void statements.push(text);
const limits = createRateLimits(db);
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(() => void statements.splice(0));

const pair: LimitRule = { name: "pair", tries: 2, seconds: 60 };
const single: LimitRule = { name: "single", tries: 1, seconds: 600 };

test("several keys of several limits are counted in one statement", async () => {
  const counts: LimitCount[] = [
    [pair, "a"],
    [pair, "b"],
    [single, "a"],
  ];
  expect(await limits.countEach(counts)).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
  const [first, second, third] = await limits.countEach(counts);
  expect([first, second]).toEqual([{ ok: true }, { ok: true }]);
  expect(third).toMatchObject({ ok: false });
  expect(statements).toHaveLength(2);
});

test("a refusal counts nothing and returns the longest wait", async () => {
  await limits.take(single, "c");
  expect(
    await limits.takeAll([
      [pair, "c"],
      [single, "c"],
    ]),
  ).toMatchObject({ ok: false });
  const refused = await limits.takeAll([
    [pair, "c"],
    [single, "c"],
  ]);
  if (refused.ok) throw new Error("not refused");
  expect(refused.retryAfterSeconds).toBeGreaterThan(60);
  expect(refused.retryAfterSeconds).toBeLessThanOrEqual(600);
  const left = [await limits.take(pair, "c"), await limits.take(pair, "c"), await limits.take(pair, "c")];
  expect(left.map(({ ok }) => ok)).toEqual([true, true, false]);
});

test("attempts are returned in one statement, the same key once", async () => {
  await limits.takeAll([
    [pair, "d"],
    [single, "d"],
  ]);
  statements.splice(0);
  await limits.giveBack([pair, "d"], [single, "d"], [single, "d"]);
  expect(statements).toHaveLength(1);
  expect(await limits.take(single, "d")).toEqual({ ok: true });
});

test("a key given twice in a call counts once", async () => {
  expect(await limits.take(single, "e", "e")).toEqual({ ok: true });
  expect(await limits.take(single, "e")).toMatchObject({ ok: false });
});

test("requests that count the same keys in different orders do not deadlock", async () => {
  const wide: LimitRule = { name: "wide", tries: 1_000, seconds: 600 };
  const keys = Array.from({ length: 20 }, (_, at) => `many-${at}`);
  const results = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const counts = (at % 2 ? keys : [...keys].reverse()).map((key): LimitCount => [wide, key]);
      const result = await limits.takeAll(counts);
      await limits.giveBack(...[...counts].reverse());
      return result.ok;
    }),
  );
  expect(results).not.toContain(false);
});

test("exactly the allowed number of concurrent requests pass", async () => {
  const five: LimitRule = { name: "five", tries: 5, seconds: 600 };
  const results = await Promise.all(Array.from({ length: 40 }, () => limits.countEach([[five, "race"]])));
  expect(results.flat().filter(({ ok }) => ok)).toHaveLength(5);
});

test("two servers whose clocks differ by seconds share a window", async () => {
  await limits.take(pair, "skew");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5_000 });
  await limits.take(pair, "skew");
  vi.useRealTimers();
  expect(await limits.take(pair, "skew")).toMatchObject({ ok: false });
});

test("expired windows are deleted, and no others", async () => {
  await limits.take(single, "old");
  await deleteEndedWindows(db, Date.now() + 700_000);
  expect(await limits.take(single, "old")).toEqual({ ok: true });
  await deleteEndedWindows(db, Date.now());
  expect(await limits.take(single, "old")).toMatchObject({ ok: false });
});

test("the pool refuses a named statement, which a pooler would not find again", async () => {
  await expect(pool.query({ name: "counted", text: "SELECT 1" })).rejects.toThrow("SELECT 1");
  const client = await pool.connect();
  await expect(client.query({ name: "counted", text: "SELECT 1" })).rejects.toThrow("SELECT 1");
  client.release();
});

import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "~/platform/db.server";
import { createTestDatabase } from "../support/test-database";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as (options?: { type: "minor" }) => void;
const database = await createTestDatabase();
const { db, pool } = openDatabase(database.url, () => {});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** The bytes of objects on the heap. */
function usedBytes(): number {
  const spaces = getHeapSpaceStatistics().filter(({ space_name }) => /^(new|old)_space$/.test(space_name));
  return spaces.reduce((sum, space) => sum + space.space_used_size, 0);
}

test("the rows of past statements are freed by a minor garbage collection", async () => {
  const read = () => sql`SELECT repeat('0123456789', 10000)`.execute(db);
  await read();
  collect();
  const before = usedBytes();
  for (let nth = 0; nth < 100; nth++) await read();
  collect({ type: "minor" });
  // They are 10 MB.
  expect(usedBytes() - before).toBeLessThan(3_000_000);
});

test("a database error has the stack of the statement's caller", async () => {
  const client = await pool.connect();
  async function sendWrongStatement(): Promise<void> {
    await client.query("SELECT nothing");
  }
  const error = await sendWrongStatement().catch((thrown: Error) => thrown);
  client.release();
  expect(error).toMatchObject({ code: "42703", stack: expect.stringContaining("sendWrongStatement") });
});

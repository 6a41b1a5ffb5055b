/** BEGIN, statements that are sent later, and COMMIT travel together; errors and results are as without that. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase } from "~/platform/db.server";
import { sendLater } from "~/platform/statements/send-later.server";
import { StatementBatch } from "~/platform/statements/statement-batch.server";
import { createTestDatabase } from "../support/test-database";

const database = await createTestDatabase();
const { db, pool } = openDatabase(database.url, () => {});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** What was sent together, in the order in which it was sent. */
let sent: string[][] = [];
pool.on("connect", (client) => {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    const [statement] = given;
    const texts =
      statement instanceof StatementBatch ? statement.statements.map(({ text }) => text) : [statement];
    sent.push(texts.map((text) => String(text).split(" ", 1)[0] ?? ""));
    return query(...given);
  }) as typeof client.query;
});

const listTopics = () => db.selectFrom("rate_limits").select(["key", "points"]).orderBy("key").execute();
const add = (key: string, points = 1) => db.insertInto("rate_limits").values({ key, points, expire: 0 });

beforeAll(async () => {
  await sql`SELECT 1`.execute(db);
});
beforeEach(async () => {
  await db.deleteFrom("rate_limits").execute();
  sent = [];
});

test("BEGIN is sent with the first statement, and deferred statements with COMMIT", async () => {
  const read = await db.transaction().execute(async (trx) => {
    await sendLater(trx, add("a"));
    const rows = await trx.selectFrom("rate_limits").select(["key", "points"]).execute();
    await sendLater(trx, add("b", 2));
    return rows;
  });
  expect(read).toEqual([{ key: "a", points: 1 }]);
  expect(sent).toEqual([
    ["begin", "insert", "select"],
    ["insert", "commit"],
  ]);
  expect(await listTopics()).toEqual([
    { key: "a", points: 1 },
    { key: "b", points: 2 },
  ]);
});

test("an empty transaction sends nothing, committed or not", async () => {
  await db.transaction().execute(async () => {});
  const failure = await db
    .transaction()
    .execute(async (trx) => {
      await sendLater(trx, add("a"));
      throw new Error("given up");
    })
    .catch((error: Error) => error.message);
  expect(failure).toBe("given up");
  expect(sent).toEqual([]);
  expect(await listTopics()).toEqual([]);
});

test("a statement that fails with COMMIT ends the transaction with its error and leaves the connection usable", async () => {
  const failure = await db
    .transaction()
    .execute(async (trx) => {
      await trx.insertInto("rate_limits").values({ key: "a", points: 1, expire: 0 }).execute();
      await sendLater(trx, add("a"));
    })
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "23505", constraint: expect.any(String) });
  expect(await listTopics()).toEqual([]);
});

test("a statement that fails before the next one rejects that one, and nothing after it runs", async () => {
  const failure = await db
    .transaction()
    .execute(async (trx) => {
      await sendLater(trx, add("a"));
      await sendLater(trx, add("a"));
      await trx.selectFrom("rate_limits").select(sql`pg_notify('x', 'ran')`.as("ran")).execute();
    })
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "23505" });
  expect(sent.at(-1)).toEqual(["rollback"]);
  expect(await listTopics()).toEqual([]);
});

test("a first statement that fails leaves no transaction open", async () => {
  const failure = await db
    .transaction()
    .execute((trx) => sql`SELECT nothing`.execute(trx))
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "42703" });
  const { rows } = await sql<{
    open: boolean;
  }>`SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS open`.execute(db);
  expect(rows).toEqual([{ open: false }]);
});

test("the results of a batch equal those of single statements: types, empty results and the number of changed rows", async () => {
  const statement = () =>
    sql<object>`SELECT 9007199254740991::bigint AS big, now() > ${new Date(0)}::timestamptz AS late, ARRAY[1, 2] AS list, NULL AS none, '{"a": 1}'::jsonb AS json`;
  const { rows: alone } = await statement().execute(db);
  const { rows: inBatch } = await db.transaction().execute((trx) => statement().execute(trx));
  expect(inBatch).toEqual(alone);
  const changed = await db.transaction().execute(async (trx) => {
    await sendLater(trx, add("a"));
    return trx.updateTable("rate_limits").set({ points: 9 }).executeTakeFirst();
  });
  expect(changed.numUpdatedRows).toBe(1n);
});

test("an isolation level is that of the transaction's first statement", async () => {
  const level = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((trx) =>
      sql<{ level: string }>`SELECT current_setting('transaction_isolation') AS level`.execute(trx),
    );
  expect(level.rows).toEqual([{ level: "repeatable read" }]);
});

test("the result of a deferred statement is available after the transaction", async () => {
  const adding = await db.transaction().execute((trx) => sendLater(trx, add("a").returning("key")));
  expect((await adding.result).rows).toEqual([{ key: "a" }]);
  const dropped = await db
    .transaction()
    .execute(async (trx) => sendLater(trx, add("a")))
    .catch((error: unknown) => error);
  expect(dropped).toMatchObject({ code: "23505" });
});

test("a deferred statement is sent at once outside a transaction", async () => {
  const { result } = await sendLater(db, add("a").returning("key"));
  expect(sent).toEqual([["insert"]]);
  expect((await result).rows).toEqual([{ key: "a" }]);
});

test("an error in a batch has the stack of its last statement's caller", async () => {
  async function sendWrongStatement(): Promise<void> {
    await db.transaction().execute((trx) => sql`SELECT nothing`.execute(trx));
  }
  const error = await sendWrongStatement().catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ code: "42703", stack: expect.stringContaining("sendWrongStatement") });
});

/** A shop of the release before: the migration moves what was posted, and the ledger proves, forward and back. */
import { randomBytes } from "node:crypto";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "~/platform/db.server";
import { migrations } from "../../migrations/index";
import { migrateToLatest } from "../../migrations/migrate";
import { proveWholeLedger } from "../../migrations/tools/prove-ledger";
import { addConsumer, addCreator, addFullCoupon, addSale, addUser, addVideo } from "../support/rows";
import { createEmptyDatabase } from "../support/test-database";

const database = await createEmptyDatabase(`sabia_books_${randomBytes(6).toString("hex")}`);
const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0018"));
await migrateToLatest(database.url, undefined, { list: before });
const { db } = openDatabase(database.url, () => {});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const paidAt = new Date("2026-10-31T12:00:00Z");
/** 15 days after the payment: that of a card, or of a method that is not known. */
const releasedAt = new Date("2026-11-15T12:00:00Z");
const dispute = "dp_before";

/** Posts an entry as the release before did. */
async function post(reason: string, column: string, id: string, at: Date, lines: [string, number][]) {
  const creator = sql`(SELECT creator_id FROM (
    SELECT sales.id, creator_id FROM sales JOIN videos ON videos.id = video_id
    UNION ALL SELECT id, creator_id FROM payouts UNION ALL SELECT id, creator_id FROM ledger_adjustments
  ) subject WHERE id = ${id}::uuid)`;
  await db.transaction().execute(async (trx) => {
    await sql`INSERT INTO ledger_entries (reason, ${sql.ref(column)}, created_at) VALUES (${reason}, ${id}, ${at})`.execute(
      trx,
    );
    for (const [account, cents] of lines)
      await sql`INSERT INTO ledger_lines (entry_id, creator_id, account, currency, amount_cents, available_at, balance_after_cents, created_at)
        SELECT max(id), ${creator}, ${account}, 'BRL', ${cents}::bigint, ${account === "creator" ? (reason === "dispute" ? releasedAt : at) : null}::timestamptz, 0, ${at}::timestamptz
        FROM ledger_entries`.execute(trx);
  });
}

async function readBalances() {
  const { rows } = await sql<{ account: string; cents: number }>`
    SELECT account, sum(balance_cents)::integer AS cents FROM ledger_balances GROUP BY 1 HAVING sum(balance_cents) <> 0`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}

const creators = ["creator", "creator_held", "in_transit", "paid_out"];
const ofCreators = (balances: Record<string, number>) =>
  Object.fromEntries(Object.entries(balances).filter(([account]) => creators.includes(account)));

test("goodwill and fees of disputes get accounts of their own, creators keep their balances, and both proofs find nothing", async () => {
  const creatorId = await addCreator(db);
  const admin = await addUser(db);
  const videoId = await addVideo(db, creatorId);
  const sell = async (status: "completed" | "refunded" | "disputed") =>
    addSale(db, { consumerId: await addConsumer(db), videoId, status, now: paidAt });
  const [sold] = [await sell("completed"), await sell("refunded")];
  // A dispute that was lost, with its fee under the provider's fees.
  const lost = await sell("completed");
  const later = new Date("2026-11-10T12:00:00Z");
  await sql`INSERT INTO disputes (id, sale_id, amount_cents, status, reason, created_at, opened_at, lost_at)
    VALUES (${dispute}, ${lost}, 4990, 'lost', 'fraud', ${later}, ${later}, ${later})`.execute(db);
  await sql`INSERT INTO provider_movements (id, provider_type, category, amount_cents, fee_cents, net_cents, currency, source_id, sale_id, created_at)
    VALUES ('txn_before', 'adjustment', 'dispute', -4990, 5500, -10490, 'BRL', ${dispute}, ${lost}, ${later})`.execute(
    db,
  );
  await sql`UPDATE sales SET status = 'refunded' WHERE id = ${lost}`.execute(db);
  await post("dispute", "sale_id", lost, later, [
    ["provider", 4990],
    ["platform", -749],
    ["creator", -4241],
  ]);
  await post("fee", "sale_id", lost, later, [
    ["provider", 5500],
    ["provider_fees", -5500],
  ]);
  // One adjustment of each kind, at the platform's expense or in its favour.
  for (const [kind, cents] of [
    ["credit", 900],
    ["debit", 100],
    ["writeOff", 50],
  ] as const) {
    const id = crypto.randomUUID();
    await sql`INSERT INTO ledger_adjustments (id, creator_id, kind, amount_cents, reason, created_by, created_at)
      VALUES (${id}, ${creatorId}, ${kind}, ${cents}, 'x', ${admin}, ${later})`.execute(db);
    const signed = kind === "debit" ? -cents : cents;
    await post(kind === "writeOff" ? "writeOff" : "adjustment", "adjustment_id", id, later, [
      ["creator", signed],
      ["platform", -signed],
    ]);
  }
  const couponId = await addFullCoupon(db, creatorId, paidAt);
  await sql`UPDATE coupons SET percent = 50, used = 1 WHERE id = ${couponId}`.execute(db);
  await sql`INSERT INTO sale_coupons (sale_id, coupon_id, consumer_id, code, list_price_cents)
    SELECT sales.id, ${couponId}, consumer_id, 'A', 9980 FROM sales WHERE id = ${sold}`.execute(db);
  const was = await readBalances();
  const days = async () =>
    (await sql`SELECT sum(platform_cents)::integer AS cents FROM ledger_days`.execute(db)).rows;
  expect(was).toMatchObject({ platform: 749 - 850, provider_fees: -5500 });
  expect((await proveWholeLedger(database.url)).violations).toEqual([]);

  const applied = Object.keys(migrations).filter((name) => name >= "0018");
  expect(await migrateToLatest(database.url)).toEqual(applied);
  const is = await readBalances();
  expect(is).toMatchObject({ platform: 749, goodwill: -850, dispute_fees: -5500 });
  expect(is).not.toHaveProperty("provider_fees");
  expect(ofCreators(is)).toEqual(ofCreators(was));
  expect(is.provider).toBe(was.provider);
  expect(await days()).toEqual([{ cents: 749 }]);
  expect((await proveWholeLedger(database.url)).violations).toEqual([]);
  const { rows: terms } = await sql`SELECT discount_percent, discount_cents FROM sale_coupons`.execute(db);
  expect(terms).toEqual([{ discount_percent: 50, discount_cents: null }]);

  const books = migrations["0018-books"];
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  const migrating = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const shares = migrations["0038-sale-shares"];
  await migrating.transaction().execute((trx) => shares?.down?.(trx) ?? Promise.reject());
  await migrating.transaction().execute((trx) => books?.down?.(trx) ?? Promise.reject());
  expect(await readBalances()).toEqual(was);
  expect((await proveWholeLedger(database.url)).violations).toEqual([]);
  await migrating.transaction().execute((trx) => books?.up(trx) ?? Promise.reject());
  await migrating.destroy();
  expect(await readBalances()).toEqual(is);
  expect((await proveWholeLedger(database.url)).violations).toEqual([]);
});

import { sql } from "kysely";
import { expect, test } from "vitest";
import { insertEntries } from "~/features/money/ledger/ledger.queries.server";
import { addSaleOf } from "../../../support/rows";
import { openTestDatabase } from "../../../support/test-database";
import { addPayee } from "../payouts/payout-scene";

const db = await openTestDatabase();
const day = (of: number) => new Date(Date.UTC(2026, 10, of, 12));

test("entries of several days, posted by many transactions at once, never wait for each other", async () => {
  // The totals of a day are in eight parts, by creator: some of these share one.
  const sales: { saleId: string; creatorId: string }[] = [];
  for (let count = 0; count < 24; count += 1) {
    const creatorId = await addPayee(db);
    sales.push({ creatorId, saleId: await addSaleOf(db, creatorId, { now: day(1) }) });
  }
  const postings = [
    { account: "creator", cents: -10, availableAt: day(1) },
    { account: "platform", cents: 10, availableAt: null },
  ] as const;
  const post = (sale: { saleId: string; creatorId: string }, days: Date[]) =>
    db.transaction().execute((trx) =>
      insertEntries(
        trx,
        days.map((now) => ({ ...sale, reason: "dispute", currency: "BRL", postings, now })),
      ),
    );
  const rounds = 20;
  for (let round = 0; round < rounds; round += 1)
    await Promise.all(
      sales.map((sale, at) => post(sale, at % 2 === 0 ? [day(2), day(3)] : [day(3), day(2)])),
    );
  const totals = await db
    .selectFrom("ledger_days")
    .select(({ fn }) => fn.sum<number>("platform_cents").as("cents"))
    .where(sql<boolean>`day BETWEEN '2026-11-02' AND '2026-11-03'`)
    .groupBy("day")
    .execute();
  expect(totals.map(({ cents }) => Number(cents))).toEqual([24 * rounds * 10, 24 * rounds * 10]);
});

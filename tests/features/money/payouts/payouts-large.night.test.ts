/** A batch that is full, and a statement with more lines than one read. */
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { insertEntry } from "~/features/money/ledger/ledger.queries.server";
import { maxInBatch } from "~/features/money/payouts/payout-form-rules";
import { loadNextBatch } from "~/features/money/payouts/prepare-payouts.server";
import { writeStatementCsv } from "~/features/money/payouts/statement.server";
import { serverPageTexts } from "~/i18n/i18next.server";
import { expectNoViolations } from "../../../support/proofs";
import { addSaleOf } from "../../../support/rows";
import { addRows, readRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";
import {
  addPayee,
  day,
  expectStatementsToAddUp,
  longAgo,
  readStatement,
  second,
  start,
  startPaying,
} from "./payout-scene";

const db = await openTestDatabase();
const paying = await startPaying(db);

test("a batch with more creators than it holds is full with a message, and the next one takes the rest", async () => {
  const creators: string[] = [];
  // As many at once as the pool has connections.
  const worker = async () => {
    while (creators.length < maxInBatch + 2) {
      const at = creators.push("") - 1;
      const creator = await addPayee(db);
      await addSaleOf(db, creator, { amountCents: 1_000 + at, now: longAgo });
      creators[at] = creator;
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  paying.advance(second);
  expect(await loadNextBatch(db, { creatorIds: creators, asOf: paying.clock() })).toMatchObject({
    isFull: true,
    payouts: { length: maxInBatch },
  });
  const inBatches: string[] = [];
  for (const count of [maxInBatch, 2]) {
    paying.advance(second);
    expect((await paying.see(creators)).count).toBe(count);
    const prepared = await paying.prepare(creators);
    if (!prepared.ok) throw new Error(prepared.error);
    const payouts = await readRows(db, "payouts", { batch_id: prepared.batchId }, "creator_id");
    expect(payouts).toHaveLength(count);
    inBatches.push(...payouts.map(({ creator_id }) => creator_id));
  }
  expect(inBatches.sort()).toEqual(creators.sort());
  expect((await paying.see(creators)).count).toBe(0);
  await expectNoViolations(db);
  await expectStatementsToAddUp(db);
});

test("a statement has each line once, with more lines than one read", async () => {
  const creatorId = await addPayee(db);
  const saleId = await addSaleOf(db, creatorId, { now: longAgo });
  await addLines(creatorId, saleId, 1_045);
  const payout = await paying.preparePayout(creatorId);
  const file = await text(writeStatementCsv(db, payout, serverPageTexts("pt")));
  expect(file.trimEnd().split("\r\n")).toHaveLength(1 + 1 + 1 + 1_045 + 1 + 1);
  expect((await readStatement(db, payout)).lines).toHaveLength(1_047);
});

/** Entries straight into the ledger, each of a cent or two of one sale, as partial refunds undone would make them. */
async function addLines(creatorId: string, saleId: string, count: number): Promise<void> {
  const availableAt = new Date(start.getTime() - 30 * day);
  const failed = { amount_cents: 1, channel: "provider", reason: "provider", status: "failed" } as const;
  await addRows(db, "refunds", { ...failed, sale_id: saleId, created_at: start });
  const entry = { reason: "refund", saleId, creatorId, currency: "BRL", now: start } as const;
  // In the end they change nothing: as much goes as comes.
  const ends = count % 2 === 1 ? [1, 1, -2] : [];
  const pairs = Array.from({ length: count - ends.length }, (_, at) => (at % 2 === 0 ? 1 : -1));
  await db.transaction().execute(async (trx) => {
    for (const cents of [...pairs, ...ends]) {
      const postings = [
        { account: "creator", cents, availableAt },
        { account: "platform", cents: -cents, availableAt: null },
      ] as const;
      await insertEntry(trx, { ...entry, postings });
    }
  });
}

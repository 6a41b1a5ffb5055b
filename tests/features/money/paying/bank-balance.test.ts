/** The bank account of the books: what payouts, returns and refunds by transfer leave in it, day by day. */
import { expect, test } from "vitest";
import { sumBank } from "~/features/money/ledger/ledger.queries.server";
import { compareWithBooks } from "~/features/money/paying/propose-statement.server";
import { endOfDay } from "~/features/money/paying/statement-lines";
import { returnPayout } from "~/features/money/payouts/settle-payout.server";
import { readLedgerMonth } from "~/features/office/sales/ledger-file.server";
import { storeMovement } from "~/features/orders/settlement/provider-movements.queries.server";
import { listEarlierMovements } from "~/features/orders/settlement/settle-movements.server";
import { expectNoViolations } from "../../../support/proofs";
import { addSaleOf } from "../../../support/rows";
import { openTestDatabase } from "../../../support/test-database";
import { addPayee, day, longAgo, payoutOf, start, startPaying } from "../payouts/payout-scene";

const db = await openTestDatabase();
const paying = await startPaying(db);

test("a payout from Stripe debits the bank, a paid payout credits it, and one that came back debits it again", async () => {
  const creatorId = await addPayee(db);
  await addSaleOf(db, creatorId, { now: longAgo });
  const movement = {
    movementId: "txn_payout",
    category: "payout",
    providerType: "payout",
    amountCents: -10_000,
    feeCents: 0,
    netCents: -10_000,
    currency: "BRL",
    sourceId: "po_1",
    createdAt: start,
  } as const;
  await db.transaction().execute((trx) => storeMovement(trx, movement));
  for (const { settle } of await listEarlierMovements({ db, clock: paying.clock })) await settle();
  await paying.preparePayout(creatorId);
  paying.setTime(new Date(start.getTime() + 2 * day));
  const payout = await payoutOf(db, creatorId);
  await paying.pay(payout);
  paying.setTime(new Date(start.getTime() + 5 * day));
  const back = { by: paying.by, batchId: payout.batch_id, payoutId: payout.id, reason: "Conta encerrada" };
  expect(await returnPayout(paying.services, back)).toMatchObject({ ok: true });
  for (const [date, cents] of [
    ["20", 0],
    ["21", 10_000],
    ["22", 10_000],
    ["23", 5_759],
    ["25", 5_759],
    ["26", 10_000],
  ] as const)
    expect(await sumBank(db, endOfDay(`2026-11-${date}`)), date).toBe(cents);
  const compare = (closingBalanceCents: number) =>
    compareWithBooks(db, { closingBalanceCents, closingDay: "2026-11-24" });
  expect(await compare(5_759)).toMatchObject({ isEqual: true });
  const difference = expect.stringContaining("42,41");
  expect(await compare(10_000)).toMatchObject({ isEqual: false, difference });
  expect(await compareWithBooks(db, {})).toBeUndefined();
  const rows: unknown[][] = [];
  for await (const { text } of readLedgerMonth(db, "2026-11")) rows.push(...JSON.parse(text));
  const bank = rows.filter(([, code, name]) => code === "1.1.02" && name === "Banco");
  expect(
    bank.map(([, , , history, , , debit, credit, balance]) => [history, debit, credit, balance]),
  ).toEqual([
    ["Movimento da conta na Stripe", 10_000, null, -10_000],
    ["Repasse", null, 4_241, -5_759],
    ["Repasse devolvido pelo banco", 4_241, null, -10_000],
    ["Saldo final", null, null, -10_000],
  ]);
  await expectNoViolations(db);
});

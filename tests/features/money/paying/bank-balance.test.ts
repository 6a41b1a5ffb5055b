/** The bank account of the books: what payouts, returns and refunds by transfer leave in it, day by day. */
import { expect, test } from "vitest";
import { sumBank } from "~/features/money/ledger/ledger.queries.server";
import { compareWithBooks } from "~/features/money/paying/propose-statement.server";
import { endOfDay } from "~/features/money/paying/statement-lines";
import { returnPayout } from "~/features/money/payouts/settle-payout.server";
import { readLedgerMonth } from "~/features/office/sales/ledger-file.server";
import { storeMovement } from "~/features/orders/settlement/provider-movements.queries.server";
import { listEarlierMovements } from "~/features/orders/settlement/settle-movements.server";
import { addConsumer, addSale, addVideo } from "../../../support/rows";
import { openTestDatabase } from "../../../support/test-database";
import { addPayee, day, expectSound, payoutOf, start, startPaying } from "../payouts/payout-scene";

const db = await openTestDatabase();
const paying = await startPaying(db);

test("a payout from Stripe debits the bank, a paid payout credits it, and one that came back debits it again", async () => {
  const creatorId = await addPayee(db);
  await addSale(db, {
    consumerId: await addConsumer(db),
    videoId: await addVideo(db, creatorId),
    now: new Date(start.getTime() - 30 * day),
  });
  await db.transaction().execute((trx) =>
    storeMovement(trx, {
      movementId: "txn_payout",
      category: "payout",
      providerType: "payout",
      amountCents: -10_000,
      feeCents: 0,
      netCents: -10_000,
      currency: "BRL",
      sourceId: "po_1",
      createdAt: start,
    }),
  );
  for (const { settle } of await listEarlierMovements({ db, clock: paying.clock })) await settle();
  await paying.preparePayout(creatorId);
  paying.setTime(new Date(start.getTime() + 2 * day));
  const payout = await payoutOf(db, creatorId);
  await paying.pay(payout);
  paying.setTime(new Date(start.getTime() + 5 * day));
  const back = { by: paying.by, batchId: payout.batch_id, payoutId: payout.id, reason: "Conta encerrada" };
  expect(await returnPayout(paying.services, back)).toMatchObject({ ok: true });
  const onDays = [
    "2026-11-20",
    "2026-11-21",
    "2026-11-22",
    "2026-11-23",
    "2026-11-25",
    "2026-11-26",
  ] as const;
  const balances = [];
  for (const one of onDays) balances.push(await sumBank(db, endOfDay(one)));
  expect(balances).toEqual([0, 10_000, 10_000, 5_759, 5_759, 10_000]);
  expect(await compareWithBooks(db, { closingBalanceCents: 5_759, closingDay: "2026-11-24" })).toMatchObject({
    isEqual: true,
  });
  expect(await compareWithBooks(db, { closingBalanceCents: 10_000, closingDay: "2026-11-24" })).toMatchObject(
    {
      isEqual: false,
      difference: expect.stringContaining("42,41"),
    },
  );
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
  await expectSound(db);
});

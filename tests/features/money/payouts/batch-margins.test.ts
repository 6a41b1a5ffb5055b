/** The margin of a batch: of the sales on its statements, each batch its own. */
import { expect, test } from "vitest";
import { sumBatchMargins } from "~/features/money/payouts/payout-facts.queries.server";
import { settleSale } from "~/features/orders/settlement/settle-sale.server";
import { addConsumer, addSale, addVideo } from "../../../support/rows";
import { readRow } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";
import { addPayee, day, start, startPaying } from "./payout-scene";

const db = await openTestDatabase();
const paying = await startPaying(db);

async function sell(creatorId: string, amountCents: number, feeCents: number): Promise<void> {
  const at = new Date(start.getTime() - 30 * day);
  const videoId = await addVideo(db, creatorId);
  const saleId = await addSale(db, { consumerId: await addConsumer(db), videoId, amountCents, now: at });
  const charge = {
    kind: "charge",
    chargeId: `ch_${saleId}`,
    saleId,
    paymentId: `pi_${saleId}`,
    amountCents,
    currency: "BRL",
    method: "pix",
    feeCents,
  } as const;
  await db.transaction().execute((trx) => settleSale(trx, charge, at));
}

test("a batch counts the sales since each creator's payout before it, less the provider's fees", async () => {
  const [ana, beto] = [await addPayee(db), await addPayee(db)];
  await sell(ana, 4_990, 238);
  await sell(ana, 10_000, 119);
  await sell(beto, 2_000, 24);
  paying.advance(1_000);
  const first = await paying.prepare([ana]);
  if (!first.ok) throw new Error(first.error);
  expect(await sumBatchMargins(db, first.batchId)).toEqual({
    grossCents: 14_990,
    platformCents: 749 + 1_500,
    providerCents: 357,
  });
  await paying.pay(await readRow(db, "payouts", { batch_id: first.batchId }));
  await sell(ana, 1_000, 12);
  paying.advance(1_000);
  const second = await paying.prepare([ana, beto]);
  if (!second.ok) throw new Error(second.error);
  expect(await sumBatchMargins(db, second.batchId)).toEqual({
    grossCents: 3_000,
    platformCents: 150 + 300,
    providerCents: 36,
  });
});

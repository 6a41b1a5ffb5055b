/** One row that cannot be settled is a difference with its reason, and the rest is reconciled. */
import { expect, test } from "vitest";
import { reconcile } from "~/features/office/reconciliation/reconcile.server";
import {
  findFailedReconciliation,
  insertDifference,
  listDifferences,
} from "~/features/office/reconciliation/reconciliation.queries.server";
import { showReconciliation } from "~/features/office/reconciliation/show-reconciliation.server";
import { PaymentsRefused } from "~/integrations/payments/payments-errors";
import { asOwner } from "../../../support/as-owner";
import { createDelivery, pay, payLater, readSale } from "../../../support/payment-scene";
import { readInOrder, readRow } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { runReconciliation } from "./reconciliation-scene";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const deliver = createDelivery(world);

async function differences(with_: Partial<typeof services.payments> = {}) {
  return (await runReconciliation({ ...services, payments: { ...services.payments, ...with_ } })).list;
}

/** Sets a sale's payment id as only the owner could. */
const setPaymentId = (saleId: string, paymentId: string | null) =>
  asOwner(
    db,
    `SET session_replication_role = replica;
    UPDATE sales SET provider_payment_id = ${paymentId === null ? "NULL" : `'${paymentId}'`} WHERE id = '${saleId}'`,
  );

test("a payment id that another sale has stops neither other sales nor the rest of the run", async () => {
  const holder = await pay(world);
  await deliver();
  const [bad, good] = [await pay(world), await pay(world)];
  await setPaymentId(holder.saleId, bad.paymentId);
  const list = await differences();
  expect(list).toContainEqual(
    expect.objectContaining({
      what: "notSettled",
      subject: bad.checkoutId,
      sale_id: bad.saleId,
      amount_cents: 4990,
      currency: "BRL",
      reason: expect.stringContaining("sales_provider_payment_id_key"),
    }),
  );
  expect((await readSale(world, good.saleId)).accounts).toMatchObject({ creator: 4241, provider_fees: -238 });
  expect(await findFailedReconciliation(db)).toBeUndefined();
  expect((await showReconciliation(services)).differences).toContainEqual(
    expect.objectContaining({ what: "notSettled", saleId: bad.saleId }),
  );
  await setPaymentId(holder.saleId, holder.paymentId);
  expect(await differences()).toEqual([]);
  expect((await readSale(world, bad.saleId)).status).toBe("completed");
});

test("a refund id that another refund has is named with its sale, and the refund after it is settled", async () => {
  const [holder, bad, good] = [await pay(world), await pay(world), await pay(world)];
  await deliver();
  const made = await Promise.all(
    [bad, good].map(({ paymentId, saleId }) =>
      services.payments.refund({ ownId: `other_${saleId}`, paymentId, amountCents: 4990 }),
    ),
  );
  const [badRefund] = made;
  await asOwner(
    db,
    `INSERT INTO refunds (sale_id, provider_refund_id, amount_cents, status, channel, reason)
      VALUES ('${holder.saleId}', '${badRefund?.refundId}', 1, 'failed', 'provider', 'provider')`,
  );
  const list = await differences();
  expect(list.filter(({ what }) => what === "notSettled")).toMatchObject([
    {
      subject: badRefund?.refundId,
      sale_id: bad.saleId,
      reason: expect.stringContaining("refunds_provider_refund_id_key"),
    },
  ]);
  expect((await readSale(world, good.saleId)).status).toBe("refunded");
  expect((await readSale(world, bad.saleId)).status).toBe("completed");
  await asOwner(db, `DELETE FROM refunds WHERE sale_id = '${holder.saleId}'`);
  expect(await differences()).toEqual([]);
});

test("a difference is stored whatever it names: a sale that is gone, a text that is empty or cannot be stored", async () => {
  const id = (await readInOrder(db, "reconciliations", {}, ["id"], "id")).at(-1)?.id ?? 0;
  const gone = {
    what: "notSettled",
    subject: "",
    saleId: crypto.randomUUID(),
    amountCents: 1,
    currency: "BRL",
    reason: `a\0b${"c".repeat(9_000)}`,
  } as const;
  await insertDifference(db, id, gone);
  const [stored] = (await listDifferences(db, id, 500)).filter(({ what }) => what === "notSettled");
  expect(stored).toMatchObject({ subject: "?", sale_id: null });
  expect(stored?.reason).toHaveLength(500);
});

test("a movement, an object of a list and a checkout that fail are each named, and the run is complete", async () => {
  const [late, sold] = [await payLater(world, deliver, "boleto"), await pay(world)];
  await deliver();
  // Older than the lists: its checkout is requested by id.
  world.advance(5 * 86_400_000);
  await differences();
  const later = await pay(world);
  const { id: poisoned } = await readRow(db, "provider_movements", { sale_id: sold.saleId }, "id");
  await asOwner(
    db,
    `CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'poisoned movement'; END $$;
    CREATE TRIGGER poison BEFORE INSERT ON provider_movements FOR EACH ROW WHEN (NEW.id = '${poisoned}')
      EXECUTE FUNCTION poison();
    SET session_replication_role = replica;
    DELETE FROM provider_movements WHERE id = '${poisoned}'`,
  );
  const { payments } = services;
  const list = await differences({
    async *listDisputes(since, onUnreadable) {
      onUnreadable?.("du_unreadable");
      yield* payments.listDisputes(since, onUnreadable);
    },
    findCheckout: async (checkoutId) => {
      if (checkoutId === late.checkoutId)
        throw new PaymentsRefused("invalid", "no such session", { cause: undefined });
      return payments.findCheckout(checkoutId);
    },
  });
  const named = list.filter(({ what }) => what === "notSettled");
  expect(named.map(({ subject, reason }) => [subject, reason])).toEqual(
    expect.arrayContaining([
      [late.saleId, "no such session"],
      ["du_unreadable", "unknown format"],
      [poisoned, "poisoned movement"],
    ]),
  );
  expect((await readSale(world, later.saleId)).accounts).toMatchObject({ creator: 4241 });
  expect(await findFailedReconciliation(db)).toBeUndefined();
  await asOwner(db, "DROP TRIGGER poison ON provider_movements; DROP FUNCTION poison()");
  await stripe.settle(late.checkoutId, "failed");
  expect((await differences()).filter(({ what }) => what === "notSettled")).toEqual([]);
  expect((await readSale(world, sold.saleId)).accounts).toMatchObject({ provider_fees: -238 });
});

test("a run in which everything fails is a failed run", async () => {
  const failing = {
    ...services,
    payments: {
      ...services.payments,
      async *listDisputes(_: Date, onUnreadable?: (id: string) => void) {
        for (let at = 0; at < 1_000; at += 1) onUnreadable?.(`du_${at}`);
        yield* [];
      },
    },
  };
  await expect(reconcile(failing)).rejects.toThrow("unknown format");
  expect(await findFailedReconciliation(db)).toMatchObject({ failure: "unknown format" });
});

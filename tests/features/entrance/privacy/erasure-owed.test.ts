/** Money owed to a person who asked for erasure: the erasure waits, or the data needed to pay stays. */
import { beforeEach, describe, expect, test } from "vitest";
import { eraseAccount, listWaits } from "~/features/entrance/privacy/erase-account.server";
import { payeeDays } from "~/features/entrance/privacy/erasure-times";
import { forgetOld } from "~/features/entrance/privacy/forget-old.server";
import { loadNextBatch, preparePayouts } from "~/features/money/payouts/prepare-payouts.server";
import { returnPayout, settlePayout } from "~/features/money/payouts/settle-payout.server";
import { countWaiting } from "~/features/office/dashboard/attention.queries.server";
import { refundSale, withdrawFromSale } from "~/features/orders/purchases/refund-sale.server";
import { returnTransfer } from "~/features/orders/purchases/settle-transfer.server";
import { lookUpPayment } from "~/features/orders/settlement/settle-sale.server";
import { createDelivery, pay, readSale, readViolations } from "../../../support/payment-scene";
import { makeConsumer, makeCreator, makeSale, makeVideo, type Person } from "../../../support/people";
import { actorOf } from "../../../support/rows";
import { readInOrder, readRow, readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { endTransfer } from "../../../support/transfers";
import { askForErasure, isErased, runErasure } from "./erasure-scene";

const world = await startTestWorld();
const { services, stripe } = world;
const { db, clock } = services;
const deliver = createDelivery(world);
const by = actorOf((await makeConsumer(world)).userId);
const day = 86_400_000;

let beto: Person;
beforeEach(async () => {
  stripe.setRefundOutcome("succeeded");
  beto = await makeConsumer(world);
});

async function erase({ userId }: Person): Promise<void> {
  await askForErasure(world, { userId });
  await runErasure(world, userId);
}
async function bought(method: "boleto" | "card") {
  const sale = await pay(world, { method, buyer: beto });
  await deliver();
  await lookUpPayment(services, sale.saleId);
  return sale;
}
const own = (saleId: string) => ({ consumerId: beto.userId, saleId, locale: "pt" }) as const;
const newestRefund = async (saleId: string) =>
  (await readInOrder(db, "refunds", { sale_id: saleId }, ["created_at"], "id")).at(-1)?.id ?? "";

describe("the erasure of a buyer waits for an outstanding refund", () => {
  test.each(["failed", "returned"] as const)("by bank transfer that %s", async (end) => {
    const { saleId } = await bought("boleto");
    await withdrawFromSale(services, { ...own(saleId), pixKey: "wrong@example.com" });
    const id = await newestRefund(saleId);
    if (end === "failed")
      await endTransfer(services, { id, saleId, status: "failed", note: "Chave não existe" }, by);
    else {
      await endTransfer(services, { id, saleId, status: "succeeded", note: "E1" }, by);
      await returnTransfer(services, { id, saleId, reason: "Conta encerrada" }, by);
    }
    world.advance(1_000);
    await erase(beto);
    expect(await listWaits(db, beto.userId)).toEqual(["claim"]);
    expect(await isErased(db, beto.userId)).toBe(false);
    expect((await countWaiting(db, clock())).claims).toBeGreaterThan(0);

    await withdrawFromSale(services, { ...own(saleId), pixKey: "beto@example.com" });
    expect(await listWaits(db, beto.userId)).toEqual(["refund"]);
    await endTransfer(
      services,
      { id: await newestRefund(saleId), saleId, status: "succeeded", note: "E2" },
      by,
    );
    await eraseAccount(services, { userId: beto.userId });
    expect(await isErased(db, beto.userId)).toBe(true);
    expect((await readSale(world, saleId)).status).toBe("refunded");
    expect(await readViolations(world)).toEqual([]);
  });

  test("by an administrator that the card's bank refused", async () => {
    const { saleId } = await bought("card");
    stripe.setRefundOutcome("failed");
    const wish = { saleId, amountCents: 4990, seenBackCents: 0, note: "x", by } as const;
    expect(await refundSale(services, { ...wish, channel: "provider" })).toMatchObject({ ok: false });
    world.advance(1_000);
    // Before, it is the administrators' other list that has it.
    const before = (await countWaiting(db, clock())).claims;
    await erase(beto);
    expect(await listWaits(db, beto.userId)).toEqual(["claim"]);
    expect((await countWaiting(db, clock())).claims).toBe(before + 1);
    const begun = await refundSale(services, { ...wish, channel: "outside" });
    const id = begun.ok ? begun.refundId : "";
    const noKeyReason = "Pago em dinheiro";
    await endTransfer(services, { id, saleId, status: "succeeded", note: "Recibo 1", noKeyReason }, by);
    await eraseAccount(services, { userId: beto.userId });
    expect(await isErased(db, beto.userId)).toBe(true);
    expect((await readSale(world, saleId)).status).toBe("refunded");
  });
});

test("a payout returned after the creator's erasure can be paid again, and its details are then deleted", async () => {
  const marina = await makeCreator(world);
  await makeSale(world, beto, await makeVideo(world, marina));
  world.advance(30 * day);
  const { userId } = marina;
  const preparePaid = async () => {
    const asOf = clock();
    const seen = await loadNextBatch(db, { creatorIds: [userId], asOf });
    expect(seen.payouts).toMatchObject([{ payee: { pix_key: "ana@pix.example" } }]);
    const wish = { asOf, count: seen.payouts.length, cents: seen.cents, creatorIds: [userId], by };
    const prepared = await preparePayouts(services, wish);
    if (!prepared.ok) throw new Error(prepared.error);
    const { batchId } = prepared;
    const { id: payoutId } = await readRow(db, "payouts", { batch_id: batchId }, "id");
    const end = { status: "paid", bankReference: `E-${payoutId}` } as const;
    expect(await settlePayout(services, { by, batchId, payoutId, end })).toMatchObject({ ok: true });
    return { batchId, payoutId };
  };
  const payees = async () =>
    (await readRows(db, "payouts", { creator_id: userId }, "pix_key")).filter(({ pix_key }) => pix_key)
      .length;
  const first = await preparePaid();
  await erase(marina);
  expect(await isErased(db, userId)).toBe(true);

  await forgetOld(services);
  const returned = await returnPayout(services, { ...first, by, reason: "Conta encerrada" });
  expect(returned).toMatchObject({ ok: true });
  world.advance((payeeDays + 1) * day);
  await forgetOld(services);
  expect(await payees()).toBe(1);
  await preparePaid();
  const entry = { target_id: first.payoutId, action: "payoutReturned" } as const;
  expect(await readRow(db, "audit_entries", entry, "target_label")).toEqual({ target_label: "—" });
  await forgetOld(services);
  expect(await payees()).toBe(1);
  world.advance((payeeDays + 1) * day);
  await forgetOld(services);
  expect(await payees()).toBe(0);
  expect(await readViolations(world)).toEqual([]);
});

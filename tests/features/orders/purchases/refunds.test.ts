/**
 * Refunds: by an administrator, by the buyer, by bank transfer and automatic; failed, concurrent, and without
 * Stripe.
 */
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { withdrawalEnds } from "~/features/money/ledger/refund-rules";
import { countWaiting } from "~/features/office/dashboard/attention.queries.server";
import { listSales } from "~/features/office/sales/admin-sales.queries.server";
import { refundSale, sendRefund, withdrawFromSale } from "~/features/orders/purchases/refund-sale.server";
import { showPurchase } from "~/features/orders/purchases/show-purchases.server";
import { lookUpPayment } from "~/features/orders/settlement/settle-sale.server";
import { playVideo } from "~/features/playback/player/play-video.server";
import { asOwner, withOwner } from "../../../support/as-owner";
import { type Bought, createDelivery, type Method, pay, readSale } from "../../../support/payment-scene";
import { makeConsumer, openCheckout } from "../../../support/people";
import { expectNoViolations } from "../../../support/proofs";
import { actorOf } from "../../../support/rows";
import { readInOrder, readRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { endTransfer, refundWish } from "../../../support/transfers";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const deliver = createDelivery(world);
const admin = await makeConsumer(world);

beforeEach(() => {
  stripe.setApiFault(undefined);
  stripe.setRefundOutcome("succeeded");
});

async function bought(method: Method = "card") {
  const sale = await pay(world, { method });
  await deliver();
  await lookUpPayment(services, sale.saleId);
  return sale;
}

const wish = (saleId: string, amountCents?: number, seenBackCents = 0) => ({
  ...refundWish(saleId, actorOf(admin.userId), amountCents),
  note: "Pedido da aluna",
  seenBackCents,
});
const buyerOf = ({ buyer, saleId }: Bought) => ({ consumerId: buyer.userId, saleId, locale: "pt" }) as const;
const refundsOf = (saleId: string) => readInOrder(db, "refunds", { sale_id: saleId }, ["created_at", "id"]);
const sentOf = ({ paymentId }: Bought) =>
  stripe.refunds().filter(({ payment_intent }) => payment_intent === paymentId);
const disputeOf = ({ paymentId }: Bought) =>
  stripe.disputes().find(({ payment_intent }) => payment_intent === paymentId)?.id ?? "";
const refundIdOf = (begun: Awaited<ReturnType<typeof refundSale>>) => (begun.ok ? begun.refundId : "");
const access = async ({ buyer, videoId }: { buyer: { userId: string }; videoId: string }) =>
  (await playVideo(services, buyer, videoId)).access;

describe("a refund by an administrator", () => {
  test("of the full amount ends the access, reverses both shares, and the platform pays Stripe's fee", async () => {
    const sale = await bought();
    expect(await access(sale)).toBe("bought");
    expect(await refundSale(services, wish(sale.saleId))).toMatchObject({ ok: true, progress: "sent" });
    const { status, accounts } = await readSale(world, sale.saleId);
    expect(status).toBe("refunded");
    expect(Object.keys(accounts).sort()).toEqual(["provider", "provider_fees"]);
    expect(await access(sale)).toBe("mustBuy");
    const refund = { amount_cents: 4990, status: "succeeded", channel: "provider", reason: "admin" };
    expect(await refundsOf(sale.saleId)).toMatchObject([{ ...refund, requested_by: admin.userId }]);
    await deliver();
    expect(await refundsOf(sale.saleId)).toHaveLength(1);
    expect((await readSale(world, sale.saleId)).accounts).toEqual(accounts);
  });

  test("of a part keeps the access, and the last cent ends it", async () => {
    const sale = await bought("pix");
    expect(await refundSale(services, wish(sale.saleId, 1000))).toMatchObject({ ok: true });
    expect(await readSale(world, sale.saleId)).toMatchObject({
      status: "completed",
      accounts: { platform: 599, creator: 3391 },
    });
    expect(await refundSale(services, wish(sale.saleId, 3990, 1000))).toMatchObject({ ok: true });
    expect((await readSale(world, sale.saleId)).status).toBe("refunded");
  });

  test("of more than there is, of nothing, of a part of a cent and of what was not seen is refused", async () => {
    const { saleId } = await bought();
    for (const [asked, error] of [
      [wish(saleId, 4991), "tooMuch"],
      [wish(saleId, 0), "tooMuch"],
      [wish(saleId, 10.5), "tooMuch"],
      [wish(saleId, 100, 5), "changedMeanwhile"],
    ] as const)
      expect(await refundSale(services, asked)).toEqual({ ok: false, error });
    expect(await refundsOf(saleId)).toEqual([]);
  });

  test("is made once for two administrators at once and for twenty clicks", async () => {
    const sale = await bought();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => refundSale(services, wish(sale.saleId, 100))),
    );
    const refused = outcomes.filter(({ ok }) => !ok);
    expect(refused).toEqual(Array(19).fill({ ok: false, error: "changedMeanwhile" }));
    expect(sentOf(sale)).toHaveLength(1);
  });

  test("is refused while a dispute is open", async () => {
    const sale = await bought();
    await stripe.openDispute(sale.paymentId);
    await deliver();
    expect(await access(sale)).toBe("disputed");
    expect(await refundSale(services, wish(sale.saleId))).toEqual({ ok: false, error: "disputeOpen" });
  });
});

test("a refund that fails later is reversed, and restores the access and the creator's share", async () => {
  const sale = await bought();
  const before = await readSale(world, sale.saleId);
  await refundSale(services, wish(sale.saleId));
  await stripe.settleRefund(sentOf(sale)[0]?.id ?? "", "failed");
  await deliver();
  expect(await readSale(world, sale.saleId)).toEqual(before);
  expect(await access(sale)).toBe("bought");
});

test("an administrator's failed refund waits for an administrator until it is sent again", async () => {
  const now = services.clock();
  const waiting = async () => (await countWaiting(db, services.clock())).refundsFailed;
  const listed = async () => (await listSales(db, { filter: "refundFailed" })).rows.map(({ id }) => id);
  const before = await waiting();
  const [sale, byHand, withdrawn] = [await bought(), await bought("boleto"), await bought()];
  const id = refundIdOf(await refundSale(services, { ...wish(byHand.saleId), channel: "outside" }));
  const failed = { id, saleId: byHand.saleId, status: "failed", note: "x" } as const;
  await endTransfer(services, failed, actorOf(admin.userId));
  stripe.setRefundOutcome("failed");
  await withdrawFromSale(services, buyerOf(withdrawn));
  expect(await waiting()).toBe(before);
  expect(await refundSale(services, wish(sale.saleId))).toMatchObject({ ok: false, failure: "unknown" });
  expect(await waiting()).toBe(before + 1);
  expect(await listed()).toContain(sale.saleId);
  expect(await listed()).not.toContain(withdrawn.saleId);
  world.advance(46 * 86_400_000);
  expect(await waiting()).toBe(0);
  world.setTime(new Date(now.getTime() + 60_000));
  stripe.setRefundOutcome("succeeded");
  expect(await refundSale(services, wish(sale.saleId))).toMatchObject({ ok: true });
  expect(await waiting()).toBe(before);
  expect(await listed()).not.toContain(sale.saleId);
});

describe("a refund while Stripe is unavailable", () => {
  test("waits, is in the ledger, and is sent once by its job", async () => {
    const sale = await bought();
    stripe.setApiFault("serverError");
    const outcome = await refundSale(services, wish(sale.saleId));
    expect(outcome).toMatchObject({ ok: true, progress: "waiting" });
    expect((await readSale(world, sale.saleId)).status).toBe("refunded");
    expect(await refundsOf(sale.saleId)).toMatchObject([{ status: "requested", provider_refund_id: null }]);
    stripe.setApiFault(undefined);
    await Promise.all([1, 2, 3].map(() => sendRefund(services, refundIdOf(outcome))));
    expect(await refundsOf(sale.saleId)).toMatchObject([{ status: "succeeded" }]);
    expect(sentOf(sale)).toHaveLength(1);
  });

  test("whose job was refused first is refused to the next request too", async () => {
    const sale = await bought();
    stripe.setApiFault("serverError");
    const refundId = refundIdOf(await refundSale(services, wish(sale.saleId)));
    stripe.setApiFault(undefined);
    await withOwner(db, (owner) =>
      setRows(owner, "sales", { id: sale.saleId }, { provider_payment_id: "pi_nowhere_2" }),
    );
    expect(await sendRefund(services, refundId)).toBe("refused");
    expect(await sendRefund(services, refundId)).toBe("refused");
    expect(await refundsOf(sale.saleId)).toMatchObject([{ status: "failed" }]);
  });

  test("is found and not sent again after Stripe forgot its idempotency key two days later", async () => {
    const sale = await bought();
    const refundId = refundIdOf(await refundSale(services, wish(sale.saleId)));
    await asOwner(
      db,
      `SET session_replication_role = replica;
       UPDATE refunds SET status = 'requested', provider_refund_id = NULL WHERE id = '${refundId}'`,
    );
    world.advance(48 * 3_600_000);
    expect(await sendRefund(services, refundId)).toBe("sent");
    expect(sentOf(sale)).toHaveLength(1);
    expect(await refundsOf(sale.saleId)).toMatchObject([{ status: "succeeded" }]);
  });
});

describe("the refund of a boleto", () => {
  test("is listed for the administrator, who records the bank transfer", async () => {
    const sale = await bought("boleto");
    expect(await refundSale(services, wish(sale.saleId))).toEqual({ ok: false, error: "boletoOutside" });
    const outcome = await refundSale(services, { ...wish(sale.saleId), channel: "outside" });
    expect(outcome).toMatchObject({ ok: true, progress: "byHand" });
    expect(await readSale(world, sale.saleId)).toMatchObject({
      status: "refunded",
      accounts: { bank: 4990 },
    });
    const { saleId } = sale;
    const done = { id: refundIdOf(outcome), saleId, status: "succeeded", note: "TED 123" } as const;
    const noKeyReason = "Entregue em dinheiro, com recibo";
    const end = (reason?: string) =>
      endTransfer(services, { ...done, noKeyReason: reason }, actorOf(admin.userId));
    expect([await end(), await end(noKeyReason), await end(noKeyReason)]).toEqual([false, true, false]);
    expect(await refundsOf(sale.saleId)).toMatchObject([
      { status: "succeeded", note: "Pedido da aluna · TED 123", no_key_reason: noKeyReason },
    ]);
  });

  test("is looked up at Stripe if its payment method is unknown, and waits for a bank transfer", async () => {
    const sale = await pay(world, { method: "boleto" });
    await deliver();
    await withOwner(db, (owner) => setRows(owner, "sales", { id: sale.saleId }, { payment_method: null }));
    expect(await refundSale(services, wish(sale.saleId))).toMatchObject({ ok: true, progress: "byHand" });
    expect(await refundsOf(sale.saleId)).toMatchObject([{ status: "requested", channel: "outside" }]);
    expect(sentOf(sale)).toEqual([]);
  });
});

describe("a buyer's withdrawal", () => {
  test("within seven days refunds everything by one press", async () => {
    const sale = await bought("pix");
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => withdrawFromSale(services, buyerOf(sale))));
    const refused = outcomes.filter(({ ok }) => !ok);
    expect(refused).toEqual(Array(3).fill({ ok: false, error: "alreadyWithdrawn" }));
    expect(await refundsOf(sale.saleId)).toMatchObject([
      { amount_cents: 4990, status: "succeeded", reason: "withdrawal", requested_by: sale.buyer.userId },
    ]);
    expect(await access(sale)).toBe("mustBuy");
  });

  test.each([
    ["in the last second of the seventh day is accepted", 1000, true],
    ["after the seventh day is refused", 0, false],
  ])("%s", async (_, before, ok) => {
    const sale = await bought();
    const { paid_at } = await readRow(db, "sales", { id: sale.saleId }, "paid_at");
    const now = services.clock();
    world.setTime(new Date(withdrawalEnds(paid_at ?? now).getTime() - before));
    expect((await withdrawFromSale(services, buyerOf(sale))).ok).toBe(ok);
    world.setTime(now);
  });

  test("in time with a wrong Pix key can be repeated after the seventh day, and only then", async () => {
    const now = services.clock();
    const [sale, other] = [await bought("boleto"), await bought("boleto")];
    const own = buyerOf(sale);
    await withdrawFromSale(services, { ...own, pixKey: "beto@example.com" });
    const [refund] = await refundsOf(sale.saleId);
    world.advance(12 * 86_400_000);
    expect(await withdrawFromSale(services, own)).toEqual({ ok: false, error: "alreadyWithdrawn" });
    const failed = { id: refund?.id ?? "", saleId: sale.saleId, status: "failed", note: "x" } as const;
    expect(await endTransfer(services, failed, actorOf(admin.userId))).toBe(true);
    expect(await access(sale)).toBe("bought");
    expect(await withdrawFromSale(services, own)).toEqual({ ok: false, error: "noPixKey" });
    const again = await Promise.all(
      [1, 2, 3].map(() => withdrawFromSale(services, { ...own, pixKey: "ana@example.com" })),
    );
    expect(again.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await refundsOf(sale.saleId)).toMatchObject([
      { status: "failed", pix_key: null },
      { status: "requested", pix_key: "ana@example.com", reason: "withdrawal", amount_cents: 4990 },
    ]);
    expect(await access(sale)).toBe("mustBuy");
    const late = await withdrawFromSale(services, { ...buyerOf(other), pixKey: "x" });
    expect(late).toEqual({ ok: false, error: "tooLate" });
    world.setTime(now);
  });

  test("of a card does not store a Pix key that was sent along", async () => {
    const sale = await bought("card");
    const own = { ...buyerOf(sale), pixKey: "beto@example.com" };
    expect(await withdrawFromSale(services, own)).toMatchObject({ ok: true });
    expect(await refundsOf(sale.saleId)).toMatchObject([{ channel: "provider", pix_key: null }]);
  });
});

test("a dispute holds the money; lost, appealed and won it restores the earnings and the buyer's access", async () => {
  const sale = await bought();
  const before = await readSale(world, sale.saleId);
  await stripe.openDispute(sale.paymentId);
  await deliver();
  const held = { creator_held: 4241, platform_held: 749 };
  expect(await readSale(world, sale.saleId)).toMatchObject({ status: "disputed", accounts: held });
  for (const status of ["lost", "appeal_under_review"] as const) {
    await stripe.moveDispute(disputeOf(sale), status);
    await deliver();
    const { status: ofSale, accounts } = await readSale(world, sale.saleId);
    expect([ofSale, Object.keys(accounts)]).toEqual(["refunded", expect.not.arrayContaining(["creator"])]);
    expect(await access(sale)).toBe("mustBuy");
  }
  await stripe.moveDispute(disputeOf(sale), "won");
  await deliver();
  expect(await readSale(world, sale.saleId)).toEqual(before);
  expect(await access(sale)).toBe("bought");
});

test("a second payment's refund that the card's bank refuses is sent again, and then waits for the buyer's Pix key", async () => {
  const beto = await makeConsumer(world);
  const first = await pay(world, { buyer: beto });
  // Given up here before it was reported, and paid all the same.
  await setRows(db, "sales", { id: first.saleId }, { status: "failed" });
  const checkoutId = await openCheckout(world, beto, first.videoId);
  await stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
  await deliver();
  const { id: saleId } = await readRow(db, "sales", { consumer_id: beto.userId, duplicate: true }, "id");
  const kinds = async () =>
    (await readInOrder(db, "mails", { sale_id: saleId }, ["id"], "kind")).map(({ kind }) => kind);
  const failLast = async () => {
    const id = (await refundsOf(saleId)).at(-1)?.provider_refund_id ?? "";
    world.advance(1_000);
    await stripe.settleRefund(id, "failed");
    await deliver();
  };
  await sendRefund(services, (await refundsOf(saleId))[0]?.id ?? "");
  expect(await kinds()).toContain("refundDone");
  await failLast();
  expect(await refundsOf(saleId)).toMatchObject([
    { status: "failed", channel: "provider" },
    { status: "requested", channel: "provider" },
  ]);
  expect(await kinds()).toContain("refundFailed");
  const shown = () => showPurchase(services, { consumerId: beto.userId, saleId, locale: "pt" });
  expect(await shown()).toMatchObject({ state: { kind: "paidTwice" }, keyNeed: undefined });

  await sendRefund(services, (await refundsOf(saleId))[1]?.id ?? "");
  expect(await shown()).toMatchObject({ state: { kind: "refunded" } });
  await failLast();
  expect(await refundsOf(saleId)).toMatchObject([
    { status: "failed" },
    { status: "failed" },
    { status: "requested", channel: "outside" },
  ]);
  expect(await shown()).toMatchObject({ state: { kind: "paidTwice" }, keyNeed: "waiting", keyCents: 4990 });
  expect(await kinds()).toContain("refundKey");
  expect((await readSale(world, saleId)).accounts).toMatchObject({ bank: 4990 });
  // Reported again, nothing more happens.
  await failLast().catch(() => {});
  expect(await refundsOf(saleId)).toHaveLength(3);
});

afterAll(() => expectNoViolations(db));

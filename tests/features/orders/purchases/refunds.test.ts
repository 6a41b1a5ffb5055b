/**
 * Refunds: by an administrator, by the buyer, by bank transfer and automatic; failed, concurrent, and without
 * Stripe.
 */
import { beforeEach, describe, expect, test } from "vitest";
import { withdrawalEnds } from "~/features/money/ledger/refund-rules";
import { countWaiting } from "~/features/office/dashboard/attention.queries.server";
import { listSales } from "~/features/office/sales/admin-sales.queries.server";
import { refundSale, sendRefund, withdrawFromSale } from "~/features/orders/purchases/refund-sale.server";
import { lookUpPayment } from "~/features/orders/settlement/settle-sale.server";
import { playVideo } from "~/features/playback/player/play-video.server";
import { asOwner, withOwner } from "../../../support/as-owner";
import {
  type Bought,
  createDelivery,
  type Method,
  pay,
  readSale,
  readViolations,
} from "../../../support/payment-scene";
import { makeConsumer } from "../../../support/people";
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
    expect(await refundsOf(sale.saleId)).toMatchObject([
      {
        amount_cents: 4990,
        status: "succeeded",
        channel: "provider",
        reason: "admin",
        requested_by: admin.userId,
      },
    ]);
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

  test.each([
    ["more than there is", wish("", 4991), "tooMuch"],
    ["nothing", wish("", 0), "tooMuch"],
    ["a part of a cent", wish("", 10.5), "tooMuch"],
    ["what was not seen", wish("", 100, 5), "changedMeanwhile"],
  ])("%s is refused", async (_, asked, error) => {
    const sale = await bought();
    expect(await refundSale(services, { ...asked, saleId: sale.saleId })).toEqual({ ok: false, error });
    expect(await refundsOf(sale.saleId)).toEqual([]);
  });

  test("is made once for two administrators at once and for twenty clicks", async () => {
    const sale = await bought();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => refundSale(services, wish(sale.saleId, 100))),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(new Set(outcomes.flatMap((outcome) => (outcome.ok ? [] : outcome.error)))).toEqual(
      new Set(["changedMeanwhile"]),
    );
    expect(stripe.refunds().filter(({ payment_intent }) => payment_intent === sale.paymentId)).toHaveLength(
      1,
    );
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
  const refund = stripe.refunds().find(({ payment_intent }) => payment_intent === sale.paymentId);
  await stripe.settleRefund(refund?.id ?? "", "failed");
  await deliver();
  expect(await readSale(world, sale.saleId)).toEqual(before);
  expect(await access(sale)).toBe("bought");
});

test("an administrator's failed refund waits for an administrator until it is sent again", async () => {
  const now = services.clock();
  const waiting = async () => (await countWaiting(db, services.clock())).refundsFailed;
  const listed = async () => (await listSales(db, { filter: "refundFailed" })).rows.map(({ id }) => id);
  const [before, sale, byHand, withdrawn] = [
    await waiting(),
    await bought(),
    await bought("boleto"),
    await bought(),
  ];
  const outcome = await refundSale(services, { ...wish(byHand.saleId), channel: "outside" });
  const failed = {
    id: outcome.ok ? outcome.refundId : "",
    saleId: byHand.saleId,
    status: "failed",
    note: "x",
  } as const;
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
    const refundId = outcome.ok ? outcome.refundId : "";
    await Promise.all([
      sendRefund(services, refundId),
      sendRefund(services, refundId),
      sendRefund(services, refundId),
    ]);
    expect(await refundsOf(sale.saleId)).toMatchObject([{ status: "succeeded" }]);
    expect(stripe.refunds().filter(({ payment_intent }) => payment_intent === sale.paymentId)).toHaveLength(
      1,
    );
  });

  test("whose job was refused first is refused to the next request too", async () => {
    const sale = await bought();
    stripe.setApiFault("serverError");
    const outcome = await refundSale(services, wish(sale.saleId));
    stripe.setApiFault(undefined);
    await withOwner(db, (owner) =>
      setRows(owner, "sales", { id: sale.saleId }, { provider_payment_id: "pi_nowhere_2" }),
    );
    const refundId = outcome.ok ? outcome.refundId : "";
    expect(await sendRefund(services, refundId)).toBe("refused");
    expect(await sendRefund(services, refundId)).toBe("refused");
    expect(await refundsOf(sale.saleId)).toMatchObject([{ status: "failed" }]);
  });

  test("is found and not sent again after Stripe forgot its idempotency key two days later", async () => {
    const sale = await bought();
    const outcome = await refundSale(services, wish(sale.saleId));
    const refundId = outcome.ok ? outcome.refundId : "";
    await asOwner(
      db,
      `SET session_replication_role = replica;
       UPDATE refunds SET status = 'requested', provider_refund_id = NULL WHERE id = '${refundId}'`,
    );
    world.advance(48 * 3_600_000);
    expect(await sendRefund(services, refundId)).toBe("sent");
    expect(stripe.refunds().filter(({ payment_intent }) => payment_intent === sale.paymentId)).toHaveLength(
      1,
    );
    expect(await refundsOf(sale.saleId)).toMatchObject([{ status: "succeeded" }]);
  });
});

describe("the refund of a boleto", () => {
  test("is listed for the administrator, who records the bank transfer", async () => {
    const sale = await bought("boleto");
    expect((await readSale(world, sale.saleId)).method).toBe("boleto");
    expect(await refundSale(services, wish(sale.saleId))).toEqual({ ok: false, error: "boletoOutside" });
    const outcome = await refundSale(services, { ...wish(sale.saleId), channel: "outside" });
    expect(outcome).toMatchObject({ ok: true, progress: "byHand" });
    expect(await readSale(world, sale.saleId)).toMatchObject({
      status: "refunded",
      accounts: { bank: 4990 },
    });
    const done = {
      id: outcome.ok ? outcome.refundId : "",
      saleId: sale.saleId,
      status: "succeeded",
      note: "TED 123",
    } as const;
    expect(await endTransfer(services, done, actorOf(admin.userId))).toBe(false);
    const noKeyReason = "Entregue em dinheiro, com recibo";
    expect(await endTransfer(services, { ...done, noKeyReason }, actorOf(admin.userId))).toBe(true);
    expect(await endTransfer(services, { ...done, noKeyReason }, actorOf(admin.userId))).toBe(false);
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
    expect(stripe.refunds().filter(({ payment_intent }) => payment_intent === sale.paymentId)).toEqual([]);
  });
});

describe("a buyer's withdrawal", () => {
  test("within seven days refunds everything by one press", async () => {
    const sale = await bought("pix");
    const own = buyerOf(sale);
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => withdrawFromSale(services, own)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.error === "alreadyWithdrawn")).toHaveLength(3);
    expect(await refundsOf(sale.saleId)).toMatchObject([
      { amount_cents: 4990, status: "succeeded", reason: "withdrawal", requested_by: sale.buyer.userId },
    ]);
    expect(await access(sale)).toBe("mustBuy");
  });

  test("is accepted until the last second of the seventh day, and not later", async () => {
    for (const [before, ok] of [
      [1000, true],
      [0, false],
    ] as const) {
      const sale = await bought();
      const { paid_at } = await readRow(db, "sales", { id: sale.saleId }, "paid_at");
      const now = services.clock();
      world.setTime(new Date(withdrawalEnds(paid_at ?? now).getTime() - before));
      const own = buyerOf(sale);
      expect((await withdrawFromSale(services, own)).ok).toBe(ok);
      world.setTime(now);
    }
  });

  test("from a boleto is refunded to a Pix key, which is deleted after the transfer", async () => {
    const sale = await bought("boleto");
    const own = buyerOf(sale);
    expect(await withdrawFromSale(services, own)).toEqual({ ok: false, error: "noPixKey" });
    expect(await access(sale)).toBe("bought");
    expect(await withdrawFromSale(services, { ...own, pixKey: "beto@example.com" })).toMatchObject({
      ok: true,
    });
    const [refund] = await refundsOf(sale.saleId);
    expect(refund).toMatchObject({ channel: "outside", status: "requested", pix_key: "beto@example.com" });
    const done = { id: refund?.id ?? "", saleId: sale.saleId, status: "succeeded", note: "E2E 1" } as const;
    expect(await endTransfer(services, done, actorOf(admin.userId))).toBe(true);
    expect(await refundsOf(sale.saleId)).toMatchObject([
      { status: "succeeded", pix_key: null, note: "E2E 1" },
    ]);
  });

  test("in time with a wrong Pix key can be repeated after the seventh day, and only then", async () => {
    const now = services.clock();
    const [sale, other] = [await bought("boleto"), await bought("boleto")];
    const own = buyerOf(sale);
    await withdrawFromSale(services, { ...own, pixKey: "beto@example.com" });
    const [refund] = await refundsOf(sale.saleId);
    world.advance(12 * 86_400_000);
    expect(await withdrawFromSale(services, own)).toEqual({ ok: false, error: "alreadyWithdrawn" });
    const failed = {
      id: refund?.id ?? "",
      saleId: sale.saleId,
      status: "failed",
      note: "Chave errada",
    } as const;
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
    expect(await withdrawFromSale(services, { ...buyerOf(other), pixKey: "x" })).toEqual({
      ok: false,
      error: "tooLate",
    });
    world.setTime(now);
  });

  test("of a card does not store a Pix key that was sent along", async () => {
    const sale = await bought("card");
    const own = { ...buyerOf(sale), pixKey: "beto@example.com" };
    expect(await withdrawFromSale(services, own)).toMatchObject({ ok: true });
    expect(await refundsOf(sale.saleId)).toMatchObject([{ channel: "provider", pix_key: null }]);
  });
});

describe("a dispute", () => {
  test.each(["won", "lost"] as const)(
    "that is %s moves the money and the access accordingly",
    async (end) => {
      const sale = await bought();
      const before = await readSale(world, sale.saleId);
      await stripe.openDispute(sale.paymentId);
      await deliver();
      expect(await readSale(world, sale.saleId)).toMatchObject({
        status: "disputed",
        accounts: { creator_held: 4241, platform_held: 749 },
      });
      const dispute = stripe.disputes().find(({ payment_intent }) => payment_intent === sale.paymentId);
      await stripe.moveDispute(dispute?.id ?? "", end);
      await deliver();
      if (end === "won") expect(await readSale(world, sale.saleId)).toEqual(before);
      else {
        expect((await readSale(world, sale.saleId)).status).toBe("refunded");
        expect((await readSale(world, sale.saleId)).accounts).not.toHaveProperty("creator");
      }
      expect(await access(sale)).toBe(end === "won" ? "bought" : "mustBuy");
    },
  );

  test("lost, appealed and won restores the creator's earnings and the buyer's access", async () => {
    const sale = await bought();
    const before = await readSale(world, sale.saleId);
    await stripe.openDispute(sale.paymentId);
    const dispute = stripe.disputes().find(({ payment_intent }) => payment_intent === sale.paymentId);
    await stripe.moveDispute(dispute?.id ?? "", "lost");
    await deliver();
    await stripe.moveDispute(dispute?.id ?? "", "appeal_under_review");
    await deliver();
    expect(await readSale(world, sale.saleId)).toMatchObject({ status: "refunded" });
    expect((await readSale(world, sale.saleId)).accounts).not.toHaveProperty("creator");
    expect(await access(sale)).toBe("mustBuy");
    await stripe.moveDispute(dispute?.id ?? "", "won");
    await deliver();
    expect(await readSale(world, sale.saleId)).toEqual(before);
    expect(before.accounts).toMatchObject({ creator: 4241, platform: 749 });
    expect(await access(sale)).toBe("bought");
  });
});

test("the ledger has no violation after these tests", async () => {
  expect(await readViolations(world)).toEqual([]);
});

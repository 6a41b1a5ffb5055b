/** Sales bought with a coupon that are refunded, withdrawn or disputed: what was paid goes back, to the cent. */
import { beforeEach, describe, expect, test } from "vitest";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { refundSale, withdrawFromSale } from "~/features/orders/purchases/refund-sale.server";
import { lookUpPayment } from "~/features/orders/settlement/settle-sale.server";
import { createDelivery, readSale, readViolations } from "../../../support/payment-scene";
import { makeConsumer, makeCreator, makeVideo } from "../../../support/people";
import { actorOf, addCoupon } from "../../../support/rows";
import { readRow } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const deliver = createDelivery(world);
const admin = await makeConsumer(world);
let made = 0;

beforeEach(() => stripe.setRefundOutcome("succeeded"));

/**
 * R$ 49,90 less 20 %, borne by both in their shares, or less 10 %, borne by the platform alone. `partBack`: what each
 * keeps after R$ 10,00 went back.
 */
const owners = [
  {
    owner: "creator",
    percent: 20,
    paid: 3992,
    platform: 599,
    creator: 3393,
    partBack: { platform: 449, creator: 2543 },
  },
  {
    owner: "platform",
    percent: 10,
    paid: 4491,
    platform: 250,
    creator: 4241,
    partBack: { platform: 194, creator: 3297 },
  },
] as const;

async function bought(terms: (typeof owners)[number]) {
  const creator = await makeCreator(world);
  const videoId = await makeVideo(world, creator);
  made += 1;
  const code = `VOLTA-${made}`;
  const creatorId = terms.owner === "creator" ? creator.userId : null;
  await addCoupon(db, {
    creatorId,
    code,
    percent: terms.percent,
    maxUses: 1,
    now: services.clock(),
  });
  const buyer = await makeConsumer(world);
  const begun = await buyVideo(services, buyer, videoId, "pt", { coupon: code });
  if (!begun.ok) throw new Error(begun.error);
  const checkoutId = begun.checkoutUrl.split("/").at(-1) ?? "";
  await stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
  await deliver();
  const sale = await readRow(db, "sales", { provider_checkout_id: checkoutId }, "id", "amount_cents");
  await lookUpPayment(services, sale.id);
  expect(sale.amount_cents).toBe(terms.paid);
  expect((await readSale(world, sale.id)).accounts).toMatchObject({
    platform: terms.platform,
    creator: terms.creator,
  });
  const payment = stripe.sessions().find(({ id }) => id === checkoutId)?.payment_intent ?? "";
  return { saleId: sale.id, videoId, buyer, code, payment };
}

const refund = (saleId: string, amountCents: number, seenBackCents = 0) =>
  refundSale(services, {
    saleId,
    amountCents,
    seenBackCents,
    channel: "provider",
    note: "Pedido",
    by: actorOf(admin.userId),
  });
const isUsed = async (code: string) => (await readRow(db, "coupons", { code }, "used")).used === 1;
const backAtStripe = async (saleId: string) =>
  (
    await db
      .selectFrom("refunds")
      .select(({ fn }) => fn.sum<number>("amount_cents").as("cents"))
      .where("sale_id", "=", saleId)
      .where("status", "=", "succeeded")
      .executeTakeFirstOrThrow()
  ).cents;

/** The use was for a purchase that was paid: only one that fails gives it back. */
async function expectUsedUp({ code, videoId }: { code: string; videoId: string }): Promise<void> {
  expect(await isUsed(code)).toBe(true);
  const again = await buyVideo(services, await makeConsumer(world), videoId, "pt", { coupon: code });
  expect(again).toMatchObject({ ok: false, error: "coupon" });
}

describe.each(owners)("a sale with a coupon of the $owner", (terms) => {
  const { paid, platform, creator, partBack } = terms;

  test("is refunded what was paid, never the list price, and leaves neither share", async () => {
    const sale = await bought(terms);
    expect(await refund(sale.saleId, 4990)).toEqual({ ok: false, error: "tooMuch" });
    expect(await refund(sale.saleId, paid)).toMatchObject({ ok: true, progress: "sent" });
    const { status, accounts } = await readSale(world, sale.saleId);
    expect({ status, accounts: Object.keys(accounts).sort() }).toEqual({
      status: "refunded",
      accounts: ["provider", "provider_fees"],
    });
    expect(await backAtStripe(sale.saleId)).toBe(paid);
    await expectUsedUp(sale);
    expect(await readViolations(world)).toEqual([]);
  });

  test("keeps its shares of the rest after a partial refund, and the last cents empty both", async () => {
    const { saleId } = await bought(terms);
    await refund(saleId, 1000);
    const rest = await readSale(world, saleId);
    expect(rest).toMatchObject({ status: "completed", accounts: partBack });
    expect(partBack.platform + partBack.creator).toBe(paid - 1000);
    expect(await refund(saleId, paid - 1000, 1000)).toMatchObject({ ok: true });
    const ended = await readSale(world, saleId);
    expect(ended.status).toBe("refunded");
    expect(ended.accounts).not.toHaveProperty("creator");
    expect(ended.accounts).not.toHaveProperty("platform");
    expect(await readViolations(world)).toEqual([]);
  });

  test("withdrawn by its buyer is returned what was paid, and the use stays counted", async () => {
    const sale = await bought(terms);
    const own = { consumerId: sale.buyer.userId, saleId: sale.saleId, locale: "pt" } as const;
    expect(await withdrawFromSale(services, own)).toMatchObject({ ok: true, progress: "sent" });
    expect((await readSale(world, sale.saleId)).status).toBe("refunded");
    expect(await backAtStripe(sale.saleId)).toBe(paid);
    await expectUsedUp(sale);
  });

  test("disputed is held to the cent, comes back when it is won, and leaves neither share when it is lost", async () => {
    for (const end of ["won", "lost"] as const) {
      const { saleId, payment, code } = await bought(terms);
      const opened = await stripe.openDispute(payment);
      if (!opened.ok) throw new Error(opened.error);
      await deliver();
      expect(await readSale(world, saleId)).toMatchObject({
        status: "disputed",
        accounts: { platform_held: platform, creator_held: creator, disputed: -paid },
      });
      await stripe.moveDispute(opened.dispute.id, end);
      await deliver();
      const { status, accounts } = await readSale(world, saleId);
      expect(status).toBe(end === "won" ? "completed" : "refunded");
      if (end === "won") expect(accounts).toMatchObject({ platform, creator });
      else for (const account of ["platform", "creator"]) expect(accounts).not.toHaveProperty(account);
      expect(accounts).not.toHaveProperty("disputed");
      expect(await isUsed(code)).toBe(true);
    }
    expect(await readViolations(world)).toEqual([]);
  });
});

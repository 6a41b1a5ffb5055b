/** Sales bought with a coupon that are refunded or withdrawn: what was paid goes back, to the cent. */
import { describe, expect, test } from "vitest";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { refundSale, withdrawFromSale } from "~/features/orders/purchases/refund-sale.server";
import { lookUpPayment } from "~/features/orders/settlement/settle-sale.server";
import { createDelivery, readSale } from "../../../support/payment-scene";
import { makeConsumer, makeCreator, makeVideo, openCheckout } from "../../../support/people";
import { expectNoViolations } from "../../../support/proofs";
import { actorOf, addCoupon } from "../../../support/rows";
import { readRow, readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { refundWish } from "../../../support/transfers";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const deliver = createDelivery(world);
const admin = await makeConsumer(world);
let made = 0;

/**
 * R$ 49,90 less 20 %, borne by both in their shares, or less 10 %, borne by the platform alone. `partBack`: what each
 * keeps after R$ 10,00 went back.
 */
const owners = [
  {
    owner: "creator",
    percent: 20,
    paid: 3992,
    shares: { platform: 599, creator: 3393 },
    partBack: { platform: 449, creator: 2543 },
  },
  {
    owner: "platform",
    percent: 10,
    paid: 4491,
    shares: { platform: 250, creator: 4241 },
    partBack: { platform: 194, creator: 3297 },
  },
] as const;

async function bought(terms: (typeof owners)[number]) {
  const creator = await makeCreator(world);
  const videoId = await makeVideo(world, creator);
  made += 1;
  const code = `VOLTA-${made}`;
  const creatorId = terms.owner === "creator" ? creator.userId : null;
  await addCoupon(db, { creatorId, code, percent: terms.percent, maxUses: 1, now: services.clock() });
  const buyer = await makeConsumer(world);
  const checkoutId = await openCheckout(world, buyer, videoId, { coupon: code });
  await stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
  await deliver();
  const { id: saleId } = await readRow(db, "sales", { provider_checkout_id: checkoutId }, "id");
  await lookUpPayment(services, saleId);
  expect((await readSale(world, saleId)).accounts).toMatchObject(terms.shares);
  return { saleId, videoId, buyer, code };
}

const refund = (saleId: string, amountCents: number, seenBackCents = 0) =>
  refundSale(services, { ...refundWish(saleId, actorOf(admin.userId), amountCents), seenBackCents });

describe.each(owners)("a sale with a coupon of the $owner", (terms) => {
  const { paid, partBack } = terms;

  test("keeps its shares of the rest after a partial refund, and the last cents empty both", async () => {
    const { saleId } = await bought(terms);
    expect(await refund(saleId, 4990)).toEqual({ ok: false, error: "tooMuch" });
    await refund(saleId, 1000);
    expect(await readSale(world, saleId)).toMatchObject({ status: "completed", accounts: partBack });
    expect(await refund(saleId, paid - 1000, 1000)).toMatchObject({ ok: true });
    const { status, accounts } = await readSale(world, saleId);
    expect(status).toBe("refunded");
    expect(Object.keys(accounts).sort()).toEqual(["provider", "provider_fees"]);
    await expectNoViolations(db);
  });

  test("withdrawn by its buyer returns what was paid, and the use stays counted", async () => {
    const { saleId, videoId, buyer, code } = await bought(terms);
    const own = { consumerId: buyer.userId, saleId, locale: "pt" } as const;
    expect(await withdrawFromSale(services, own)).toMatchObject({ ok: true, progress: "sent" });
    expect((await readSale(world, saleId)).status).toBe("refunded");
    const refunds = await readRows(db, "refunds", { sale_id: saleId }, "amount_cents", "status");
    expect(refunds).toEqual([{ amount_cents: paid, status: "succeeded" }]);
    // Only a purchase that fails gives the use back.
    const again = await buyVideo(services, await makeConsumer(world), videoId, "pt", { coupon: code });
    expect(again).toMatchObject({ ok: false, error: "coupon" });
  });
});

import { beforeEach, describe, expect, test } from "vitest";
import { returnFromCheckout } from "~/features/orders/checkout/start-checkout.server";
import { paymentStatusLimit } from "~/features/orders/settlement/settle-sale.server";
import {
  deliverEvents,
  makeConsumer,
  makeCreator,
  makeVideo,
  openCheckout,
  type Person,
} from "../../../support/people";
import { addSale } from "../../../support/rows";
import { readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services, stripe } = world;
const videoId = await makeVideo(world, await makeCreator(world));
const unpaid = { path: `/watch/${videoId}`, isGift: false, paid: false };
const paid = { ...unpaid, paid: true };
let beto: Person;
let checkoutId: string;
beforeEach(async () => {
  stripe.setApiFault(undefined);
  beto = await makeConsumer(world);
  checkoutId = await openCheckout(world, beto, videoId);
});

const comeBack = (who = beto, session = checkoutId) =>
  returnFromCheckout(services, { consumerId: who.userId, checkoutId: session });
const statusOf = async (who: Person) => {
  const sales = await readRows(services.db, "sales", { consumer_id: who.userId }, "status");
  return sales.map(({ status }) => status);
};

test("a paid checkout is settled before any event arrives", async () => {
  await stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
  expect(await comeBack()).toEqual(paid);
  expect(await statusOf(beto)).toEqual(["completed"]);
  await deliverEvents(world, checkoutId);
  expect(await statusOf(beto)).toEqual(["completed"]);
});

test("a pending Pix is processing and gives no access", async () => {
  await stripe.pay(checkoutId, { method: "pix", outcome: "later" });
  expect(await comeBack()).toEqual(unpaid);
  expect(await statusOf(beto)).toEqual(["processing"]);
});

test("a return without payment changes nothing", async () => {
  expect(await comeBack()).toEqual(unpaid);
  expect(await statusOf(beto)).toEqual(["pending"]);
});

test("an expired checkout fails the sale", async () => {
  world.advance(2 * 3_600_000);
  expect(await comeBack()).toEqual(unpaid);
  expect(await statusOf(beto)).toEqual(["failed"]);
});

test("the return and a concurrent webhook complete one sale, and both report it", async () => {
  for (let round = 0; round < 5; round += 1) {
    const buyer = await makeConsumer(world);
    const session = await openCheckout(world, buyer, videoId);
    await stripe.pay(session, { method: "card", outcome: "succeed" });
    const [back] = await Promise.all([
      comeBack(buyer, session),
      deliverEvents(world, session),
      comeBack(buyer, session),
    ]);
    expect(back).toEqual(paid);
    expect(await statusOf(buyer)).toEqual(["completed"]);
  }
});

test("the return to another's checkout settles nothing and reveals nothing", async () => {
  await stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
  expect(await comeBack(await makeConsumer(world))).toBeUndefined();
  expect(await statusOf(beto)).toEqual(["pending"]);
});

test("the return throws while Stripe is unavailable, and the webhook settles later", async () => {
  await stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
  stripe.setApiFault("serverError");
  await expect(comeBack()).rejects.toMatchObject({ name: "PaymentsUnavailable" });
  await deliverEvents(world, checkoutId);
  expect(await comeBack()).toEqual(paid);
});

describe("the provider is not asked", () => {
  // A request to the provider would throw.
  const withoutProvider = async (session = checkoutId) => {
    stripe.setApiFault("serverError");
    return comeBack(beto, session);
  };

  test("by an account that used up its limit, and the event settles the sale", async () => {
    await stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
    for (let n = 0; n < paymentStatusLimit.tries; n += 1)
      await services.rateLimits.take(paymentStatusLimit, beto.userId);
    expect(await withoutProvider()).toEqual(unpaid);
    stripe.setApiFault(undefined);
    await deliverEvents(world, checkoutId);
    expect(await comeBack()).toMatchObject({ paid: true });
  });

  test.each(["failed", "refunded", "disputed"] as const)("about a sale that is %s", async (status) => {
    const session = `cs_test_${status}`;
    await addSale(services.db, { consumerId: beto.userId, videoId, status, checkoutId: session });
    expect(await withoutProvider(session)).toEqual(unpaid);
  });
});

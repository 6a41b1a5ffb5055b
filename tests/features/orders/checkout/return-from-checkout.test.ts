import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { returnFromCheckout } from "~/features/orders/checkout/return-from-checkout.server";
import {
  deliverEvents,
  makeConsumer,
  makeCreator,
  makeVideo,
  openCheckout,
  type Person,
} from "../../../support/people";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services, stripe } = world;
let videoId: string;
let beto: Person;
let checkoutId: string;
beforeAll(async () => {
  videoId = await makeVideo(world, await makeCreator(world));
});
beforeEach(async () => {
  stripe.setApiFault(undefined);
  beto = await makeConsumer(world);
  checkoutId = await openCheckout(world, beto, videoId);
});

const comeBack = (who = beto, session = checkoutId) =>
  returnFromCheckout(services, { consumerId: who.userId, checkoutId: session });
const statusOf = async (who: Person) => {
  const sales = await services.db
    .selectFrom("sales")
    .select("status")
    .where("consumer_id", "=", who.userId)
    .execute();
  return sales.map(({ status }) => status);
};

test("a paid checkout is settled before any event arrives", async () => {
  await stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
  expect(await comeBack()).toEqual({ path: `/watch/${videoId}`, isGift: false, paid: true });
  expect(await statusOf(beto)).toEqual(["completed"]);
  await deliverEvents(world, checkoutId);
  expect(await statusOf(beto)).toEqual(["completed"]);
});

test("a pending Pix is processing and gives no access", async () => {
  await stripe.pay(checkoutId, { method: "pix", outcome: "later" });
  expect(await comeBack()).toEqual({ path: `/watch/${videoId}`, isGift: false, paid: false });
  expect(await statusOf(beto)).toEqual(["processing"]);
});

test("a return without payment changes nothing", async () => {
  expect(await comeBack()).toEqual({ path: `/watch/${videoId}`, isGift: false, paid: false });
  expect(await statusOf(beto)).toEqual(["pending"]);
});

test("an expired checkout fails the sale", async () => {
  world.advance(2 * 3_600_000);
  expect(await comeBack()).toEqual({ path: `/watch/${videoId}`, isGift: false, paid: false });
  expect(await statusOf(beto)).toEqual(["failed"]);
});

test("repeated and thirty concurrent returns have the same result", async () => {
  await stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
  const answers = await Promise.all(Array.from({ length: 30 }, () => comeBack()));
  expect(answers).toEqual(answers.map(() => ({ path: `/watch/${videoId}`, isGift: false, paid: true })));
  expect(await statusOf(beto)).toEqual(["completed"]);
});

test("the return and a concurrent webhook complete one sale, and both report it", async () => {
  for (let round = 0; round < 15; round += 1) {
    const buyer = await makeConsumer(world);
    const session = await openCheckout(world, buyer, videoId);
    await stripe.pay(session, { method: "card", outcome: "succeed" });
    const [back] = await Promise.all([
      comeBack(buyer, session),
      deliverEvents(world, session),
      comeBack(buyer, session),
    ]);
    expect(back).toEqual({ path: `/watch/${videoId}`, isGift: false, paid: true });
    expect(await statusOf(buyer)).toEqual(["completed"]);
  }
});

describe("another's checkout", () => {
  test("settles nothing and reveals nothing", async () => {
    await stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
    const dora = await makeConsumer(world);
    expect(await comeBack(dora)).toBeUndefined();
    expect(await statusOf(beto)).toEqual(["pending"]);
  });

  test.each(["", "cs_unknown", "cs_../../v1/balance", "' OR 1=1 --"])(
    "settles nothing with the session id %j",
    async (session) => {
      expect(await comeBack(beto, session)).toBeUndefined();
    },
  );
});

test("the return throws while Stripe is unavailable, and the webhook settles later", async () => {
  await stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
  stripe.setApiFault("serverError");
  await expect(comeBack()).rejects.toMatchObject({ name: "PaymentsUnavailable" });
  await deliverEvents(world, checkoutId);
  expect(await comeBack()).toEqual({ path: `/watch/${videoId}`, isGift: false, paid: true });
});

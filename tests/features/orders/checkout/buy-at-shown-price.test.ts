import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import {
  allowVideos,
  makeConsumer,
  makeCreator,
  makeVideo,
  openCheckout,
  type Person,
} from "../../../support/people";
import { setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
let ana: Person;
let beto: Person;
let videoId: string;
beforeAll(async () => {
  ana = await makeCreator(world);
  await allowVideos(world.services, ana.userId);
});
beforeEach(async () => {
  stripe.setApiFault(undefined);
  [beto, videoId] = await Promise.all([makeConsumer(world), makeVideo(world, ana)]);
});

const change = (changes: { price_cents?: number; title?: string }) =>
  setRows(db, "videos", { id: videoId }, changes);
const listOwnSales = () =>
  db
    .selectFrom("sales")
    .select([
      "status",
      "amount_cents",
      "platform_fee_cents",
      "creator_earnings_cents",
      "provider_checkout_id",
    ])
    .where("consumer_id", "=", beto.userId)
    .orderBy("amount_cents", "desc")
    .execute();
const listOpenSessions = () =>
  stripe
    .sessions()
    .filter(({ customer_email, status }) => customer_email === beto.email && status === "open");

describe("a checkout opened before an edit of the video", () => {
  test("is expired at Stripe if its price is higher, and the next purchase costs the displayed price", async () => {
    const first = await openCheckout(world, beto, videoId);
    await change({ price_cents: 990 });
    const second = await openCheckout(world, beto, videoId);
    expect(second).not.toBe(first);
    expect(listOpenSessions()).toMatchObject([{ id: second, amount_total: 990 }]);
    expect(await listOwnSales()).toMatchObject([
      { status: "failed", amount_cents: 4990 },
      {
        status: "pending",
        amount_cents: 990,
        platform_fee_cents: 149,
        creator_earnings_cents: 841,
        provider_checkout_id: second,
      },
    ]);
  });

  test("is replaced if its title changed", async () => {
    await openCheckout(world, beto, videoId);
    await change({ title: "Pão de queijo mineiro" });
    const second = await openCheckout(world, beto, videoId);
    expect(listOpenSessions()).toMatchObject([{ id: second, product_name: "Pão de queijo mineiro" }]);
  });

  test("without a stored title, from an older release, is kept while the price is the same", async () => {
    const first = await openCheckout(world, beto, videoId);
    await setRows(db, "sales", { consumer_id: beto.userId }, { checkout_title: null });
    expect(await openCheckout(world, beto, videoId)).toBe(first);
  });

  test("that was paid in the meantime counts, and nothing is sold twice", async () => {
    const first = await openCheckout(world, beto, videoId);
    await stripe.pay(first, { method: "card", outcome: "succeed" });
    await change({ price_cents: 990 });
    expect(await buyVideo(services, beto, videoId, "pt")).toEqual({ ok: false, error: "alreadyBought" });
    expect(await listOwnSales()).toMatchObject([{ status: "completed", amount_cents: 4990 }]);
  });

  test("is not replaced while it cannot be expired, so that no two open checkouts can be paid", async () => {
    const first = await openCheckout(world, beto, videoId);
    await change({ price_cents: 990 });
    stripe.setApiFault("rateLimited");
    await expect(buyVideo(services, beto, videoId, "pt")).rejects.toMatchObject({
      name: "PaymentsUnavailable",
    });
    expect(await listOwnSales()).toMatchObject([{ status: "pending", provider_checkout_id: first }]);
  });

  test("whose response was lost is given up, because nobody has its address", async () => {
    await openCheckout(world, beto, videoId);
    await db
      .updateTable("sales")
      .set({ provider_checkout_id: null, checkout_url: null })
      .where("consumer_id", "=", beto.userId)
      .execute();
    await change({ price_cents: 990 });
    await openCheckout(world, beto, videoId);
    expect(await listOwnSales()).toMatchObject([
      { status: "failed", amount_cents: 4990 },
      { status: "pending", amount_cents: 990 },
    ]);
  });

  test("is the only open one after five price changes among fifty presses, and the next press costs the last price", async () => {
    const presses = Array.from({ length: 50 }, () => buyVideo(services, beto, videoId, "pt"));
    const edits = [3990, 2990, 1990, 990, 890].map((price_cents) => change({ price_cents }));
    const answers = await Promise.allSettled([...presses, ...edits]);
    const errors = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
    expect(errors.filter(({ name }) => name !== "PaymentsUnavailable")).toEqual([]);
    const last = await openCheckout(world, beto, videoId);
    const [{ price_cents } = { price_cents: 0 }] = await db
      .selectFrom("videos")
      .select("price_cents")
      .where("id", "=", videoId)
      .execute();
    expect(listOpenSessions()).toMatchObject([{ id: last, amount_total: price_cents }]);
    expect((await listOwnSales()).filter(({ status }) => status === "pending")).toHaveLength(1);
  });
});

describe("the price that the page displayed", () => {
  const buyShown = (shownPriceCents: number) => buyVideo(services, beto, videoId, "pt", { shownPriceCents });

  test("is the price of the checkout", async () => expect(await buyShown(4990)).toMatchObject({ ok: true }));

  test("starts no checkout if it was lower, and the new price is displayed", async () => {
    await change({ price_cents: 5990 });
    expect(await buyShown(4990)).toEqual({
      ok: false,
      error: "priceRose",
      priceCents: 5990,
      currency: "BRL",
    });
    expect(await listOwnSales()).toEqual([]);
  });

  test("that was lower keeps the open checkout until the buyer has agreed to the new price", async () => {
    const first = await openCheckout(world, beto, videoId);
    await change({ price_cents: 5990 });
    expect(await buyShown(4990)).toMatchObject({ ok: false, error: "priceRose" });
    expect(listOpenSessions()).toMatchObject([{ id: first }]);
    expect(await buyShown(5990)).toMatchObject({ ok: true });
    expect(listOpenSessions()).toMatchObject([{ amount_total: 5990 }]);
  });

  test("that was higher is replaced by the lower price without asking", async () => {
    await change({ price_cents: 990 });
    expect(await buyShown(4990)).toMatchObject({ ok: true });
    expect(listOpenSessions()).toMatchObject([{ amount_total: 990 }]);
  });
});

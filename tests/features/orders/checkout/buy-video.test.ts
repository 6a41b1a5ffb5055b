import { beforeEach, describe, expect, test } from "vitest";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { deleteVideo } from "~/features/studio/own-videos/delete-video.server";
import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import {
  allowVideos,
  makeConsumer,
  makeCreator,
  makeSale,
  makeVideo,
  openCheckout,
  type Person,
} from "../../../support/people";
import { addUser, addVideo } from "../../../support/rows";
import { readInOrder, readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const minute = 60_000;
const ana = await makeCreator(world);
await allowVideos(services, ana.userId);
const videoId = await makeVideo(world, ana);
let beto: Person;
beforeEach(async () => {
  beto = await makeConsumer(world);
  stripe.setApiFault(undefined);
});

const salesOf = ({ userId }: { userId: string }) =>
  readInOrder(db, "sales", { consumer_id: userId }, ["created_at", "id"]);
const sessionsOf = ({ email }: { email: string }) =>
  stripe.sessions().filter((session) => session.customer_email === email);
const openSessionsOf = (who: { email: string }) => sessionsOf(who).filter(({ status }) => status === "open");

test("a first purchase stores a pending sale with its terms frozen, and returns the payment address", async () => {
  const bought = await buyVideo(services, beto, videoId, "pt");
  const [sale, ...others] = await salesOf(beto);
  const [session] = sessionsOf(beto);
  expect(others).toEqual([]);
  expect(bought).toEqual({ ok: true, checkoutUrl: sale?.checkout_url });
  expect(sale).toMatchObject({
    video_id: videoId,
    amount_cents: 4990,
    currency: "BRL",
    platform_share_bp: 1_500,
    platform_fee_cents: 749,
    creator_earnings_cents: 4241,
    status: "pending",
    provider_checkout_id: session?.id,
    completed_at: null,
    provider_payment_id: null,
  });
  expect(session).toMatchObject({
    amount_total: 4990,
    currency: "brl",
    product_name: "Pão de queijo",
    locale: "pt-BR",
    client_reference_id: sale?.id,
    metadata: { sale_id: sale?.id },
    payment_intent_metadata: { sale_id: sale?.id },
    success_url: "http://localhost:3000/checkout/return?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: `http://localhost:3000/watch/${videoId}?checkout=cancelled`,
    expires_at: (services.clock().getTime() + 60 * minute) / 1000,
  });
});

test("an English buyer gets an English payment page and return address", async () => {
  await buyVideo(services, beto, videoId, "en");
  expect(sessionsOf(beto)[0]).toMatchObject({
    locale: "en",
    success_url: "http://localhost:3000/checkout/return?lng=en&session_id={CHECKOUT_SESSION_ID}",
    cancel_url: `http://localhost:3000/watch/${videoId}?checkout=cancelled&lng=en`,
  });
});

test("a hundred concurrent purchases leave one pending sale, one open session and one address", async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => buyVideo(services, beto, videoId, "pt")),
  );
  const addresses = new Set(answers.map((answer) => (answer.ok ? answer.checkoutUrl : answer.error)));
  expect([...addresses]).toEqual([(await salesOf(beto))[0]?.checkout_url]);
  expect((await salesOf(beto)).map(({ status }) => status)).toEqual(["pending"]);
  expect(openSessionsOf(beto)).toHaveLength(1);
});

test("a creator may buy another's video, and becomes a consumer", async () => {
  const caio = await makeCreator(world);
  await makeSale(world, caio, videoId);
  const profile = await readRows(db, "consumer_profiles", { user_id: caio.userId }, "full_name");
  expect(profile).toEqual([{ full_name: "Ana Criadora" }]);
});

describe("a purchase is refused without a sale or a session", () => {
  const refused = async (buyer: Person, id: string, error: string) => {
    const before = [(await salesOf(buyer)).length, sessionsOf(buyer).length];
    expect(await buyVideo(services, buyer, id, "pt")).toEqual({ ok: false, error });
    expect([(await salesOf(buyer)).length, sessionsOf(buyer).length]).toEqual(before);
  };

  test("of one's own video", () => refused(ana, videoId, "ownVideo"));
  test("of an unknown video", () => refused(beto, "00000000-0000-4000-8000-000000000000", "notFound"));
  test("of a video still being uploaded", async () =>
    refused(beto, await addVideo(db, ana.userId, { published: false }), "notFound"));

  test("of a video removed from the shop", async () => {
    const id = await makeVideo(world, ana);
    await makeSale(world, await makeConsumer(world), id);
    await deleteVideo(services, { creatorId: ana.userId, videoId: id });
    await refused(beto, id, "notFound");
  });
});

test("a purchase starts again after a failed payment", async () => {
  await makeSale(world, beto, videoId, "failed");
  expect(await buyVideo(services, beto, videoId, "pt")).toMatchObject({ ok: true });
  expect((await salesOf(beto)).map(({ status }) => status).sort()).toEqual(["failed", "pending"]);
});

describe("a checkout about to expire", () => {
  test("that has expired is replaced", async () => {
    await openCheckout(world, beto, videoId);
    world.advance(120 * minute);
    await openCheckout(world, beto, videoId);
    expect(openSessionsOf(beto)).toHaveLength(1);
  });

  test("that ended in a pending Pix is processing", async () => {
    const first = await openCheckout(world, beto, videoId);
    await stripe.pay(first, { method: "pix", outcome: "later" });
    world.advance(56 * minute);
    expect(await buyVideo(services, beto, videoId, "pt")).toEqual({ ok: false, error: "paymentProcessing" });
  });
});

describe("a purchase while the provider is unavailable", () => {
  const withOpening = (open: typeof services.payments.openCheckout) => ({
    ...services,
    payments: { ...services.payments, openCheckout: open },
  });

  test("throws and leaves one pending sale, with which the next attempt continues", async () => {
    stripe.setApiFault("rateLimited");
    await expect(buyVideo(services, beto, videoId, "pt")).rejects.toMatchObject({
      name: "PaymentsUnavailable",
    });
    const [before] = await salesOf(beto);
    expect(before).toMatchObject({ status: "pending", provider_checkout_id: null });
    stripe.setApiFault(undefined);
    await makeSale(world, beto, videoId);
    expect((await salesOf(beto)).map(({ id, status }) => [id, status])).toEqual([[before?.id, "completed"]]);
  });

  test("waits while the provider answers another request for the same checkout", async () => {
    stripe.setApiFault("keyInUse");
    await expect(buyVideo(services, beto, videoId, "pt")).rejects.toMatchObject({ reason: "inProgress" });
    expect(await salesOf(beto)).toMatchObject([{ status: "pending", provider_checkout_id: null }]);
    stripe.setApiFault(undefined);
    const second = withOpening(async () => {
      await buyVideo(services, beto, videoId, "pt");
      throw new PaymentsUnavailable("inProgress", { cause: new Error("planted") });
    });
    const answer = await buyVideo(second, beto, videoId, "pt");
    expect(answer).toEqual({ ok: true, checkoutUrl: (await salesOf(beto))[0]?.checkout_url });
    expect(sessionsOf(beto)).toHaveLength(1);
  });

  test("ends a checkout that was opened for a sale given up meanwhile, and begins another sale", async () => {
    let opened = 0;
    const slow = withOpening(async (input) => {
      const checkout = await services.payments.openCheckout(input);
      opened += 1;
      if (opened === 1) await setRows(db, "sales", { consumer_id: beto.userId }, { status: "failed" });
      return checkout;
    });
    const answer = await buyVideo(slow, beto, videoId, "pt");
    const [pending] = (await salesOf(beto)).filter(({ status }) => status === "pending");
    expect(answer).toEqual({ ok: true, checkoutUrl: pending?.checkout_url });
    expect(openSessionsOf(beto).map(({ id }) => id)).toEqual([pending?.provider_checkout_id]);
    expect(sessionsOf(beto)).toHaveLength(2);
  });

  test("replaces an expiring checkout that the provider does not know", async () => {
    await openCheckout(world, beto, videoId);
    const unknown = { provider_checkout_id: `cs_test_unknown_${beto.userId.slice(0, 8)}` };
    await setRows(db, "sales", { consumer_id: beto.userId }, unknown);
    world.advance(58 * minute);
    expect(await buyVideo(services, beto, videoId, "pt")).toMatchObject({ ok: true });
    expect((await salesOf(beto)).map(({ status }) => status).sort()).toEqual(["failed", "pending"]);
  });

  test("finds a session whose response was lost, and opens no second one", async () => {
    const lossy = withOpening(async (input) => {
      await services.payments.openCheckout(input);
      throw new PaymentsUnavailable("unreachable", { cause: new Error("planted") });
    });
    await expect(buyVideo(lossy, beto, videoId, "pt")).rejects.toThrow();
    expect(await buyVideo(services, beto, videoId, "pt")).toMatchObject({ ok: true });
    expect(sessionsOf(beto)).toHaveLength(1);
  });

  test("in another language after a lost response replaces the sale", async () => {
    await openCheckout(world, beto, videoId);
    const [sale] = await salesOf(beto);
    const lost = { provider_checkout_id: null, checkout_url: null };
    await setRows(db, "sales", { consumer_id: beto.userId }, lost);
    expect(await buyVideo(services, beto, videoId, "en")).toMatchObject({ ok: true });
    expect((await salesOf(beto)).find(({ id }) => id === sale?.id)?.status).toBe("failed");
  });
});

test("a person without a profile can buy, named by their e-mail", async () => {
  const userId = await addUser(db, "so-google@example.com");
  const buyer = { userId, email: "so-google@example.com" };
  expect(await buyVideo(services, buyer, videoId, "pt")).toMatchObject({ ok: true });
  const profile = await readRows(db, "consumer_profiles", { user_id: userId }, "full_name");
  expect(profile).toEqual([{ full_name: buyer.email }]);
});

describe("after a change of the price,", () => {
  let editedId: string;
  beforeEach(async () => {
    editedId = await makeVideo(world, ana);
  });

  const change = (price_cents: number) => setRows(db, "videos", { id: editedId }, { price_cents });
  const listOwnSales = async () =>
    (await readInOrder(db, "sales", { consumer_id: beto.userId }, ["amount_cents"])).reverse();
  describe("a checkout opened before an edit of the video", () => {
    test("is expired at Stripe if its price is higher, and the next purchase costs the displayed price", async () => {
      const first = await openCheckout(world, beto, editedId);
      await change(990);
      const second = await openCheckout(world, beto, editedId);
      expect(second).not.toBe(first);
      expect(openSessionsOf(beto)).toMatchObject([{ id: second, amount_total: 990 }]);
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

    test("that was paid in the meantime counts, and nothing is sold twice", async () => {
      const first = await openCheckout(world, beto, editedId);
      await stripe.pay(first, { method: "card", outcome: "succeed" });
      await change(990);
      expect(await buyVideo(services, beto, editedId, "pt")).toEqual({ ok: false, error: "alreadyBought" });
      expect(await listOwnSales()).toMatchObject([{ status: "completed", amount_cents: 4990 }]);
    });

    test("is not replaced while it cannot be expired, so that no two open checkouts can be paid", async () => {
      const first = await openCheckout(world, beto, editedId);
      await change(990);
      stripe.setApiFault("rateLimited");
      await expect(buyVideo(services, beto, editedId, "pt")).rejects.toMatchObject({
        name: "PaymentsUnavailable",
      });
      expect(await listOwnSales()).toMatchObject([{ status: "pending", provider_checkout_id: first }]);
    });

    test("whose response was lost is given up, because nobody has its address", async () => {
      await openCheckout(world, beto, editedId);
      const lost = { provider_checkout_id: null, checkout_url: null };
      await setRows(db, "sales", { consumer_id: beto.userId }, lost);
      await change(990);
      await openCheckout(world, beto, editedId);
      expect(await listOwnSales()).toMatchObject([
        { status: "failed", amount_cents: 4990 },
        { status: "pending", amount_cents: 990 },
      ]);
    });

    test("is the only open one after five price changes among fifty presses, and the next press costs the last price", async () => {
      const presses = Array.from({ length: 50 }, () => buyVideo(services, beto, editedId, "pt"));
      const edits = [3990, 2990, 1990, 990, 890].map(change);
      const answers = await Promise.allSettled([...presses, ...edits]);
      const errors = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
      expect(errors.filter(({ name }) => name !== "PaymentsUnavailable")).toEqual([]);
      const last = await openCheckout(world, beto, editedId);
      const { price_cents } = await readRow(db, "videos", { id: editedId }, "price_cents");
      expect(openSessionsOf(beto)).toMatchObject([{ id: last, amount_total: price_cents }]);
      expect((await listOwnSales()).filter(({ status }) => status === "pending")).toHaveLength(1);
    });
  });

  describe("the price that the page displayed", () => {
    const buyShown = (shownPriceCents: number) =>
      buyVideo(services, beto, editedId, "pt", { shownPriceCents });

    test("starts no checkout if it was lower, and the new price is displayed", async () => {
      await change(5990);
      expect(await buyShown(4990)).toEqual({
        ok: false,
        error: "priceRose",
        priceCents: 5990,
        currency: "BRL",
      });
      expect(await listOwnSales()).toEqual([]);
    });

    test("that was lower keeps the open checkout until the buyer has agreed to the new price", async () => {
      const first = await openCheckout(world, beto, editedId);
      await change(5990);
      expect(await buyShown(4990)).toMatchObject({ ok: false, error: "priceRose" });
      expect(openSessionsOf(beto)).toMatchObject([{ id: first }]);
      expect(await buyShown(5990)).toMatchObject({ ok: true });
      expect(openSessionsOf(beto)).toMatchObject([{ amount_total: 5990 }]);
    });

    test("that was higher is replaced by the lower price without asking", async () => {
      await change(990);
      expect(await buyShown(4990)).toMatchObject({ ok: true });
      expect(openSessionsOf(beto)).toMatchObject([{ amount_total: 990 }]);
    });
  });
});

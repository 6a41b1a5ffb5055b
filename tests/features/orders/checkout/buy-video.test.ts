import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { deleteVideo } from "~/features/studio/own-videos/delete-video.server";
import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import {
  deliverEvents,
  makeConsumer,
  makeCreator,
  makeSale,
  makeVideo,
  openCheckout,
  type Person,
} from "../../../support/people";
import { addUser, addVideo } from "../../../support/rows";
import { readInOrder, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const minute = 60_000;
let ana: Person;
let videoId: string;
let beto: Person;
beforeAll(async () => {
  ana = await makeCreator(world);
  videoId = await makeVideo(world, ana);
});
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

const rounds = 1;
test.each(Array.from({ length: rounds }, (_, index) => index + 1))(
  "a hundred concurrent purchases leave one pending sale, one open session and one address, round %i",
  async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => buyVideo(services, beto, videoId, "pt")),
    );
    const addresses = new Set(answers.map((answer) => (answer.ok ? answer.checkoutUrl : answer.error)));
    expect([...addresses]).toEqual([(await salesOf(beto))[0]?.checkout_url]);
    expect((await salesOf(beto)).map(({ status }) => status)).toEqual(["pending"]);
    expect(openSessionsOf(beto)).toHaveLength(1);
  },
);

test("two buyers of one video get separate sales", async () => {
  const dora = await makeConsumer(world);
  await Promise.all([buyVideo(services, beto, videoId, "pt"), buyVideo(services, dora, videoId, "pt")]);
  expect([(await salesOf(beto)).length, (await salesOf(dora)).length]).toEqual([1, 1]);
  expect(openSessionsOf(beto)[0]?.id).not.toBe(openSessionsOf(dora)[0]?.id);
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

  test("of a video already bought", async () => {
    await makeSale(world, beto, videoId);
    await refused(beto, videoId, "alreadyBought");
  });

  test("of a video whose payment is pending", async () => {
    await makeSale(world, beto, videoId, "processing");
    await refused(beto, videoId, "paymentProcessing");
  });
});

test("a purchase starts again after a failed payment", async () => {
  await makeSale(world, beto, videoId, "failed");
  expect(await buyVideo(services, beto, videoId, "pt")).toMatchObject({ ok: true });
  expect((await salesOf(beto)).map(({ status }) => status).sort()).toEqual(["failed", "pending"]);
});

describe("a checkout about to expire", () => {
  test("is reused with five minutes left", async () => {
    const first = await openCheckout(world, beto, videoId);
    world.advance(55 * minute);
    expect(await openCheckout(world, beto, videoId)).toBe(first);
  });

  test("is expired at the provider and replaced with less, so that no two can be paid", async () => {
    const first = await openCheckout(world, beto, videoId);
    world.advance(55 * minute + 1);
    const second = await openCheckout(world, beto, videoId);
    expect(second).not.toBe(first);
    expect(openSessionsOf(beto).map(({ id }) => id)).toEqual([second]);
    expect((await salesOf(beto)).map(({ status }) => status).sort()).toEqual(["failed", "pending"]);
  });

  test("that has expired is replaced", async () => {
    await openCheckout(world, beto, videoId);
    world.advance(120 * minute);
    await openCheckout(world, beto, videoId);
    expect(openSessionsOf(beto)).toHaveLength(1);
  });

  test("that was paid before its event arrived is settled instead, and nothing is sold twice", async () => {
    const first = await openCheckout(world, beto, videoId);
    await stripe.pay(first, { method: "card", outcome: "succeed" });
    world.advance(56 * minute);
    expect(await buyVideo(services, beto, videoId, "pt")).toEqual({ ok: false, error: "alreadyBought" });
    expect((await salesOf(beto)).map(({ status }) => status)).toEqual(["completed"]);
    expect(openSessionsOf(beto)).toEqual([]);
  });

  test("that ended in a pending Pix is processing", async () => {
    const first = await openCheckout(world, beto, videoId);
    await stripe.pay(first, { method: "pix", outcome: "later" });
    world.advance(56 * minute);
    expect(await buyVideo(services, beto, videoId, "pt")).toEqual({ ok: false, error: "paymentProcessing" });
  });
});

describe("a purchase while the provider is unavailable", () => {
  test.each(["serverError", "rateLimited", "hang"] as const)(
    "throws (%s), and succeeds once the provider is back",
    async (fault) => {
      stripe.setApiFault(fault);
      await expect(buyVideo(services, beto, videoId, "pt")).rejects.toMatchObject({
        name: "PaymentsUnavailable",
      });
      expect(openSessionsOf(beto)).toEqual([]);
      stripe.setApiFault(undefined);
      const checkoutId = await openCheckout(world, beto, videoId);
      await stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
      await deliverEvents(world, checkoutId);
      const statuses = (await salesOf(beto)).map(({ status }) => status);
      expect(statuses.filter((status) => status === "completed")).toHaveLength(1);
      expect(statuses).not.toContain("pending");
    },
  );

  test("leaves one pending sale, with which the next attempt continues", async () => {
    stripe.setApiFault("rateLimited");
    await expect(buyVideo(services, beto, videoId, "pt")).rejects.toThrow();
    const [before] = await salesOf(beto);
    expect(before).toMatchObject({ status: "pending", provider_checkout_id: null });
    stripe.setApiFault(undefined);
    await buyVideo(services, beto, videoId, "pt");
    expect((await salesOf(beto)).map(({ id }) => id)).toEqual([before?.id]);
  });

  test("does not replace a checkout that cannot be expired", async () => {
    const first = await openCheckout(world, beto, videoId);
    world.advance(58 * minute);
    stripe.setApiFault("serverError");
    await expect(buyVideo(services, beto, videoId, "pt")).rejects.toMatchObject({
      name: "PaymentsUnavailable",
    });
    stripe.setApiFault(undefined);
    expect((await salesOf(beto)).map((sale) => [sale.status, sale.provider_checkout_id])).toEqual([
      ["pending", first],
    ]);
  });

  test("waits while the provider answers another request for the same checkout", async () => {
    stripe.setApiFault("keyInUse");
    await expect(buyVideo(services, beto, videoId, "pt")).rejects.toMatchObject({ reason: "inProgress" });
    expect(await salesOf(beto)).toMatchObject([{ status: "pending", provider_checkout_id: null }]);
    stripe.setApiFault(undefined);
    const { payments } = services;
    const second = {
      ...services,
      payments: {
        ...payments,
        openCheckout: async () => {
          await buyVideo(services, beto, videoId, "pt");
          throw new PaymentsUnavailable("inProgress", { cause: new Error("planted") });
        },
      },
    };
    const answer = await buyVideo(second, beto, videoId, "pt");
    expect(answer).toEqual({ ok: true, checkoutUrl: (await salesOf(beto))[0]?.checkout_url });
    expect(sessionsOf(beto)).toHaveLength(1);
  });

  test("ends a checkout that was opened for a sale given up meanwhile, and begins another sale", async () => {
    const { payments } = services;
    let opened = 0;
    const slow = {
      ...services,
      payments: {
        ...payments,
        openCheckout: async (...input: Parameters<typeof payments.openCheckout>) => {
          const checkout = await payments.openCheckout(...input);
          opened += 1;
          if (opened === 1) await setRows(db, "sales", { consumer_id: beto.userId }, { status: "failed" });
          return checkout;
        },
      },
    };
    const answer = await buyVideo(slow, beto, videoId, "pt");
    const [pending] = (await salesOf(beto)).filter(({ status }) => status === "pending");
    expect(answer).toEqual({ ok: true, checkoutUrl: pending?.checkout_url });
    expect(openSessionsOf(beto).map(({ id }) => id)).toEqual([pending?.provider_checkout_id]);
    expect(sessionsOf(beto)).toHaveLength(2);
  });

  test("replaces an expiring checkout that the provider does not know", async () => {
    await openCheckout(world, beto, videoId);
    await db
      .updateTable("sales")
      .set({ provider_checkout_id: `cs_test_unknown_${beto.userId.slice(0, 8)}` })
      .where("consumer_id", "=", beto.userId)
      .execute();
    world.advance(58 * minute);
    expect(await buyVideo(services, beto, videoId, "pt")).toMatchObject({ ok: true });
    expect((await salesOf(beto)).map(({ status }) => status).sort()).toEqual(["failed", "pending"]);
  });

  test("finds a session whose response was lost, and opens no second one", async () => {
    const { payments } = services;
    const lossy = {
      ...services,
      payments: {
        ...payments,
        openCheckout: async (...input: Parameters<typeof payments.openCheckout>) => {
          await payments.openCheckout(...input);
          throw new PaymentsUnavailable("unreachable", { cause: new Error("planted") });
        },
      },
    };
    await expect(buyVideo(lossy, beto, videoId, "pt")).rejects.toThrow();
    expect(await buyVideo(services, beto, videoId, "pt")).toMatchObject({ ok: true });
    expect(sessionsOf(beto)).toHaveLength(1);
  });

  test("in another language after a lost response replaces the sale", async () => {
    const sale = await saleWithLostAnswer();
    expect(await buyVideo(services, beto, videoId, "en")).toMatchObject({ ok: true });
    expect((await salesOf(beto)).find(({ id }) => id === sale)?.status).toBe("failed");
  });

  /** A pending sale whose checkout is open at the provider, though nobody here knows it. */
  async function saleWithLostAnswer(): Promise<string> {
    await openCheckout(world, beto, videoId);
    const row = await db
      .updateTable("sales")
      .set({ provider_checkout_id: null, checkout_url: null })
      .where("consumer_id", "=", beto.userId)
      .returning("id")
      .executeTakeFirstOrThrow();
    return row.id;
  }
});

test("a person without a profile can buy, named by their e-mail", async () => {
  const userId = await addUser(db, "so-google@example.com");
  const buyer = { userId, email: "so-google@example.com" };
  expect(await buyVideo(services, buyer, videoId, "pt")).toMatchObject({ ok: true });
  const profile = await readRows(db, "consumer_profiles", { user_id: userId }, "full_name");
  expect(profile).toEqual([{ full_name: buyer.email }]);
});

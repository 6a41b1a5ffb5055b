/** What a learner bought: each payment's true state, and the withdrawal. */

import { beforeEach, describe, expect, test } from "vitest";
import type { PurchaseView } from "~/features/orders/purchases/show-purchases.server";
import { lookUpPayment } from "~/features/orders/settlement/settle-sale.server";
import type { ShopVideo } from "~/features/shop/catalog/video-page";
import { deleteVideo } from "~/features/studio/own-videos/delete-video.server";
import * as purchases from "~/routes/account/purchases";
import * as withdraw from "~/routes/account/withdraw";
import * as marketplace from "~/routes/learner/marketplace";
import * as salesPage from "~/routes/learner/sales-page";
import * as watch from "~/routes/learner/watch";
import { ask } from "../support/ask";
import { createDelivery, pay } from "../support/payment-scene";
import { makeConsumer, makeCreator, makeVideo, openCheckout, type Person, signIn } from "../support/people";
import { salesAddress } from "../support/sales-address";
import { readRow } from "../support/tables";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const deliver = createDelivery(world);
let beto: Person;
beforeEach(async () => {
  beto = await makeConsumer(world);
});

async function first() {
  const { data } = await ask(world, purchases.loader, { path: "/purchases", cookie: beto.cookie });
  return (data as { purchases: PurchaseView[] }).purchases[0];
}

async function begin(method: "pix" | "boleto") {
  // Each newer than the one before: the newest is looked at.
  world.advance(1_000);
  const videoId = await makeVideo(world, await makeCreator(world));
  const checkoutId = await openCheckout(world, beto, videoId);
  await stripe.pay(checkoutId, { method, outcome: "later" });
  await deliver();
  const { id } = await readRow(db, "sales", { provider_checkout_id: checkoutId }, "id");
  await lookUpPayment(services, id);
  return { checkoutId, videoId };
}

describe("/purchases", () => {
  test("links to an open checkout until it expires", async () => {
    const videoId = await makeVideo(world, await makeCreator(world));
    const checkoutId = await openCheckout(world, beto, videoId);
    expect(await first()).toMatchObject({
      title: "Pão de queijo",
      amountCents: 4990,
      currency: "BRL",
      state: { kind: "pending", payable: true },
      payUrl: `${stripe.url}/c/pay/${checkoutId}`,
      withdrawUntil: null,
    });
    world.advance(2 * 3_600_000);
    expect(await first()).toMatchObject({ state: { kind: "pending", payable: false }, payUrl: null });
    await stripe.expireDue();
    await deliver();
    expect(await first()).toMatchObject({ state: { kind: "failed" } });
  });

  test("shows until which day a pending boleto, and until when a Pix can be paid", async () => {
    await begin("boleto");
    expect((await first())?.state).toMatchObject({
      kind: "awaiting",
      method: "boleto",
      until: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
    });
    await begin("pix");
    expect((await first())?.state).toMatchObject({
      kind: "awaiting",
      method: "pix",
      until: expect.stringMatching(/\d\d:\d\d$/),
    });
  });

  test("shares the pending payment with marketplace, video page and watch screen until its day", async () => {
    const { videoId } = await begin("boleto");
    const awaited = { method: "boleto", until: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/) };
    const shown = async () => {
      const { cookie } = beto;
      const [market, page, screen] = await Promise.all([
        ask(world, marketplace.loader, { path: "/marketplace", cookie }),
        ask(world, salesPage.loader, { ...(await salesAddress(db, videoId)), cookie }),
        ask(world, watch.loader, { path: `/watch/${videoId}`, cookie }),
      ]);
      const { videos } = market.data as { videos: ShopVideo[] };
      return { card: videos.find(({ id }) => id === videoId), page: page.data, screen: screen.data };
    };
    expect(await shown()).toMatchObject({
      card: { step: "paying", awaited },
      page: { shown: { step: "paying", awaited } },
      screen: { access: "processing", awaited },
    });
    world.advance(30 * 24 * 3_600_000);
    beto = { ...beto, cookie: await signIn(world, beto.userId) };
    const late = await shown();
    expect(late.card).toMatchObject({ step: "paying" });
    expect(late.card).not.toHaveProperty("awaited");
    expect(late.screen).toMatchObject({ access: "processing", awaited: undefined });
  });

  test("shows a pending payment of a deleted video, which plays once paid", async () => {
    const { videoId, checkoutId } = await begin("boleto");
    const { creator_id: creatorId } = await readRow(db, "videos", { id: videoId }, "creator_id");
    expect(await deleteVideo(services, { creatorId, videoId })).toEqual({ ok: true });
    const watchAs = ({ cookie }: Person) => ask(world, watch.loader, { path: `/watch/${videoId}`, cookie });
    const lookAs = ({ cookie }: Person) =>
      ask(world, salesPage.loader, { path: `/videos/${videoId}`, cookie });
    const awaited = { method: "boleto", until: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/) };
    expect((await watchAs(beto)).data).toMatchObject({ access: "processing", awaited });
    expect(await lookAs(beto)).toMatchObject({ status: 303, location: `/watch/${videoId}` });
    const other = await makeConsumer(world);
    expect(await lookAs(other)).toMatchObject({ status: 404 });
    expect(await watchAs(other)).toMatchObject({ flash: { title: "watch.notFound" } });
    await stripe.settle(checkoutId, "succeeded");
    await deliver();
    expect((await watchAs(beto)).data).toMatchObject({ access: "bought" });
  });
});

test.each([
  ["", "common.required"],
  [`${"a".repeat(200)}@example.com`, "accounts.tooLong"],
])(
  "a withdrawal to the Pix key %j has a message beside the field, and makes no refund",
  async (pixKey, message) => {
    const { saleId } = await pay(world, { method: "boleto", buyer: beto });
    await deliver();
    await lookUpPayment(services, saleId);
    const path = `/purchases/${saleId}/withdraw`;
    const answer = await ask(world, withdraw.action, { path, form: { pixKey }, cookie: beto.cookie });
    expect(answer).toMatchObject({
      status: 400,
      data: { problem: { errors: { pixKey: message }, values: { pixKey } } },
    });
    expect(await first()).toMatchObject({ state: { kind: "paid" } });
  },
);

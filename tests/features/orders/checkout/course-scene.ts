/** A buyer, and a course of three lessons of R$ 49,90 each, all new for each test. */
import { beforeEach } from "vitest";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { withdrawFromSale } from "~/features/orders/purchases/refund-sale.server";
import { findAccess } from "~/features/videos/listing/access-grants.queries.server";
import { createDelivery } from "../../../support/payment-scene";
import { makeConsumer, makeCreator, openCheckout, type Person } from "../../../support/people";
import { addCourse, addVideo } from "../../../support/rows";
import { readInOrder } from "../../../support/tables";
import type { TestWorld } from "../../../support/test-services";

type Options = Parameters<typeof openCheckout>[3];

interface Current {
  buyer: Person;
  creator: Person;
  lessons: [string, string, string];
  courseId: string;
}

/** Has the people and products of the current test, and what they do. */
export function startCourseScene(world: TestWorld, priceCents: number) {
  const { services, stripe } = world;
  const { db } = services;
  const deliver = createDelivery(world);
  const current = {} as Current;
  const renewBuyer = async () => {
    current.buyer = await makeConsumer(world);
  };
  /** Opens a checkout. Returns its id. */
  const open = (videoId: string, options: Options = {}) =>
    openCheckout(world, current.buyer, videoId, options);
  /** The buyer's newest sale of a video. */
  const saleOf = async (videoId: string) => {
    const where = { consumer_id: current.buyer.userId, video_id: videoId };
    const sale = (await readInOrder(db, "sales", where, ["created_at"])).at(-1);
    if (!sale) throw new Error("no sale");
    return sale;
  };
  beforeEach(async () => {
    current.creator = await makeCreator(world);
    await renewBuyer();
    const now = new Date(services.clock().getTime() - 60_000);
    const add = (title: string) => addVideo(db, current.creator.userId, { title, now });
    current.lessons = [await add("Um"), await add("Dois"), await add("Três")];
    const terms = { title: "Violão", priceCents, now };
    current.courseId = await addCourse(db, current.creator.userId, current.lessons, terms);
  });
  return Object.assign(current, {
    deliver,
    renewBuyer,
    open,
    saleOf,
    begin: (videoId: string, options: Options = {}) =>
      buyVideo(services, current.buyer, videoId, "pt", options),
    async pay(videoId: string, options: Options = {}): Promise<void> {
      await stripe.pay(await open(videoId, options), { method: "card", outcome: "succeed" });
      await deliver();
    },
    /** Leaves a boleto or Pix unpaid. Returns the checkout's id. */
    async payLater(videoId: string, method: "boleto" | "pix", options: Options = {}): Promise<string> {
      const checkoutId = await open(videoId, options);
      await stripe.pay(checkoutId, { method, outcome: "later" });
      await deliver();
      return checkoutId;
    },
    checkoutStatus: (checkoutId: string) => stripe.sessions().find(({ id }) => id === checkoutId)?.status,
    hasAccess: (productId: string, userId = current.buyer.userId) => findAccess(db, { userId, productId }),
    async withdraw(videoId: string) {
      const { id: saleId } = await saleOf(videoId);
      return withdrawFromSale(services, { consumerId: current.buyer.userId, locale: "pt", saleId });
    },
  });
}

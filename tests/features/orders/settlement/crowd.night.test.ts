/**
 * Hundreds of people who at the same instant buy a course and its lessons, give them, take what is free or what a
 * coupon makes free, and accept gifts and invitations, while the payments are reported in any order, repeated and late.
 * Afterwards nobody paid twice for a lesson, and everybody has what they paid for or were given.
 */
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { Logger, runOnce } from "graphile-worker";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Bought, buyVideo } from "~/features/orders/checkout/buy-video.server";
import { endCheckout } from "~/features/orders/checkout/end-checkout.server";
import { listHoldings } from "~/features/orders/checkout/holdings.queries.server";
import { upsertCoupon } from "~/features/orders/coupons/coupons.queries.server";
import { insertInvitations } from "~/features/orders/gifts/invitations.queries.server";
import { takeAccess } from "~/features/orders/gifts/take-access.server";
import { sendRefund } from "~/features/orders/refunds/refund-sale.server";
import { lookUpPayment } from "~/features/orders/settlement/look-up-payment.server";
import { receiveEvent } from "~/features/orders/settlement/receive-event.server";
import { settleWaitingEvents } from "~/features/orders/settlement/settle-waiting-events.server";
import { lockSale } from "~/features/orders/settlement/settlement.queries.server";
import type { Job } from "~/platform/jobs/jobs";
import { isOutage } from "~/platform/outage.server";
import { signWebhook } from "../../../../dev/stripe/webhook-signature";
import { addConsumer, addCourse, addCreator, addVideo } from "../../../support/rows";
import { expectSettled } from "../../../support/sale-oracle";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const rounds = 2;
const crowd = 100;

const kinds = [
  "buys the course",
  "buys a lesson",
  "gives the course",
  "gives a lesson",
  "buys the small course",
  "takes a free product",
  "uses a coupon",
  "accepts a gift",
  "accepts an invitation",
] as const;

/** What a person does; several things at once. */
const wish = fc.record({
  kind: fc.constantFrom(...kinds),
  /** Chooses a lesson, a gift or an invitation. */
  pick: fc.nat({ max: 1_000 }),
  pays: fc.constantFrom("card", "card", "card", "pix", "boleto", "pix that fails", "nothing"),
});
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never;

const person = fc.record({
  /** Bought the first lesson before everybody came. */
  hasLesson: fc.boolean(),
  wishes: fc.array(wish, { minLength: 1, maxLength: 4 }),
});

const event = fc.record({ lost: fc.boolean(), repeats: fc.nat({ max: 2 }), at: fc.nat({ max: 1_000_000 }) });

interface Shop {
  lessons: string[];
  course: string;
  /** Costs as much as its one lesson. */
  small: string;
  free: string[];
  special: string;
  coupon: string;
}

/** How often the coupon may be used: by fewer people than want to. */
const couponUses = Math.floor(crowd / 20);
const code = "METADE";

async function openShop(): Promise<Shop> {
  const creatorId = await addCreator(db);
  const now = new Date(services.clock().getTime() - 60_000);
  const add = () => addVideo(db, creatorId, { now });
  const lessons = [await add(), await add(), await add()];
  const free = [await add(), await addCourse(db, creatorId, [await add()], { now })];
  await db.updateTable("videos").set({ price_cents: 0 }).where("id", "in", free).execute();
  const shop = {
    lessons,
    course: await addCourse(db, creatorId, lessons, { now }),
    small: await addCourse(db, creatorId, lessons.slice(0, 1), { now, priceCents: 4990 }),
    free,
    special: await add(),
  };
  const unlimited = { amountCents: null, videoIds: [], startsAt: null, endsAt: null, perPerson: null };
  await upsertCoupon(db, {
    ...unlimited,
    creatorId,
    code,
    percent: 100,
    maxUses: couponUses,
    firstOnly: false,
    now,
  });
  const { id: coupon } = await db
    .selectFrom("coupons")
    .select("id")
    .where("creator_id", "=", creatorId)
    .executeTakeFirstOrThrow();
  return { ...shop, coupon };
}

const gift = () => ({ email: `${randomUUID()}@example.com`, message: null, deliverAt: null });

/** Tries again after an outage or when the server was too busy, as browsers and the payment provider do. */
async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || tries === 20) throw error;
      await setTimeout(50 * tries);
    }
}

/** The bodies of all events by their ids: the local provider keeps the latest alone. */
const announced = new Map<string, string>();

function noteEvents(): void {
  for (const { id, body } of stripe.events()) announced.set(id, body);
}

async function buy(userId: string, productId: string, options: Parameters<typeof buyVideo>[4] = {}) {
  const buyer = { userId, email: "a@example.com" };
  const bought = await persist(() => buyVideo(services, buyer, productId, "pt", options));
  noteEvents();
  return bought;
}

const checkoutOf = (bought: Bought) =>
  bought.ok && !bought.free ? bought.checkoutUrl.split("/").at(-1) : undefined;

/** Codes that are shown and not paid yet, by checkout. */
const awaited = new Map<string, "succeeded" | "failed">();

async function pay(bought: Bought, how: Wish["pays"]): Promise<void> {
  const checkoutId = checkoutOf(bought);
  if (!checkoutId || how === "nothing") return;
  if (how === "card") await stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
  else {
    const method = how === "boleto" ? "boleto" : "pix";
    const paid = await stripe.pay(checkoutId, { method, outcome: "later" });
    if (paid.ok) awaited.set(checkoutId, how === "pix that fails" ? "failed" : "succeeded");
  }
  noteEvents();
}

/** Hands an event of the payment provider to the product, as a request does. */
async function deliver(body: string): Promise<void> {
  const at = Math.floor(services.clock().getTime() / 1000);
  const read = services.payments.readEvent(
    body,
    signWebhook(body, services.env.STRIPE_WEBHOOK_SECRET ?? "", at),
  );
  if (!read.ok) throw new Error(read.error);
  await persist(() => receiveEvent(db, read.event, services.clock()));
}

const delivered = new Set<string>();
/** Delivers what is not delivered yet, in any order, partly repeated; `loses`: a part is left for later. */
async function deliverSome(seed: number, { loses }: { loses: boolean }): Promise<number> {
  noteEvents();
  const fresh = [...announced].flatMap(([id, body]) => (delivered.has(id) ? [] : { id, body }));
  const ways = fc.sample(event, { numRuns: fresh.length, seed });
  const sent = fresh.flatMap((stored, at) => {
    const { lost, repeats, at: place } = ways[at] ?? { lost: false, repeats: 0, at };
    if (loses && lost) return [];
    return Array.from({ length: repeats + 1 }, (_, time) => ({
      ...stored,
      place: (place * (time + 1)) % 999_983,
    }));
  });
  sent.sort((a, b) => a.place - b.place);
  const courier = async () => {
    for (let next = sent.pop(); next; next = sent.pop()) {
      await deliver(next.body);
      delivered.add(next.id);
    }
  };
  await Promise.all(Array.from({ length: 6 }, courier));
  return fresh.length;
}

/** The jobs that move money or end checkouts. */
const tasks = {
  "end-checkout": async ({ checkoutId }: Job["end-checkout"]) => {
    await endCheckout(services, checkoutId, services.clock());
  },
  "send-refund": async ({ refundId }: Job["send-refund"]) => {
    await sendRefund(services, refundId);
  },
  "look-up-payment": ({ saleId }: Job["look-up-payment"]) => lookUpPayment(services, saleId),
};

/** Works on the jobs that are due, until none is left. */
async function workJobs(): Promise<void> {
  await runOnce({
    pgPool: services.jobPool,
    concurrency: 2,
    noHandleSignals: true,
    // As in the product (worker.server.ts).
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, preparedStatements: false } },
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, work]) => [name, (payload: unknown) => work(payload as never)]),
    ),
    logger: new Logger(() => () => {}),
  });
}

async function untilNoJobs(): Promise<void> {
  const count = async () => {
    await workJobs();
    const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM graphile_worker.jobs
      WHERE task_identifier = ANY (${Object.keys(tasks)}) AND run_at < now() + interval '10 minutes'`.execute(
      db,
    );
    return rows[0]?.count;
  };
  await expect.poll(count, { interval: 50, timeout: 120_000 }).toBe(0);
}

/** The end of every payment: nothing is on its way any more. */
async function finish(seed: number): Promise<void> {
  for (const [checkoutId, outcome] of awaited) {
    await stripe.settle(checkoutId, outcome);
    noteEvents();
  }
  awaited.clear();
  while ((await deliverSome(seed, { loses: false })) > 0) await untilNoJobs();
  world.advance(2 * 60_000);
  await settleWaitingEvents(services);
  await untilNoJobs();
  while ((await deliverSome(seed, { loses: false })) > 0) await untilNoJobs();
}

interface Came {
  userId: string;
  wishes: Wish[];
  /** What was given to them for nothing. */
  got: { productId: string; kind: Wish["kind"] }[];
}

/** Gifts and invitations that wait for somebody, each with its product. */
interface Waiting {
  id: string;
  productId: string;
  takenBy: string[];
}

interface Offers {
  gifts: Waiting[];
  invitations: Waiting[];
}

async function fulfil(came: Came, wished: Wish, shop: Shop, { gifts, invitations }: Offers): Promise<void> {
  const { userId, got } = came;
  const { kind, pick, pays } = wished;
  const chosen = (list: readonly string[]) => list[pick % list.length] ?? "";
  const take = async (kind: "gift" | "guest", offers: readonly Waiting[]) => {
    const offer = offers[pick % offers.length];
    if (!offer) return;
    const taken = await persist(() => takeAccess(services, { kind, id: offer.id, version: 0 }, userId));
    if (!taken.ok) return;
    if (!offer.takenBy.includes(userId)) offer.takenBy.push(userId);
    got.push({ productId: offer.productId, kind: wished.kind });
  };
  const takeFree = async (productId: string, coupon?: string) => {
    const bought = await buy(userId, productId, { shownPriceCents: 0, coupon });
    if (bought.ok && bought.free) got.push({ productId, kind });
  };
  switch (kind) {
    case "buys the course":
      return pay(await buy(userId, shop.course), pays);
    case "buys a lesson":
      return pay(await buy(userId, chosen(shop.lessons)), pays);
    case "buys the small course":
      return pay(await buy(userId, shop.small), pays);
    case "gives the course":
      return pay(await buy(userId, shop.course, { gift: gift() }), pays);
    case "gives a lesson":
      return pay(await buy(userId, chosen(shop.lessons), { gift: gift() }), pays);
    case "takes a free product":
      return takeFree(chosen(shop.free));
    case "uses a coupon":
      return takeFree(chosen([shop.special, shop.special, shop.course]), code);
    case "accepts a gift":
      return take("gift", gifts);
    case "accepts an invitation":
      return take("guest", invitations);
  }
}

/** Paid gifts and sent invitations, fewer than the people who want them. */
async function offer(shop: Shop): Promise<Offers> {
  const gifts: Waiting[] = [];
  for (let at = 0; at < Math.floor(crowd / 15); at += 1) {
    const productId = at % 2 === 0 ? shop.course : (shop.lessons[at % shop.lessons.length] ?? "");
    const bought = await buy(await addConsumer(db), productId, { gift: gift() });
    await pay(bought, "card");
    const { id } = await db
      .selectFrom("sales")
      .select("id")
      .where("provider_checkout_id", "=", checkoutOf(bought) ?? "")
      .executeTakeFirstOrThrow();
    gifts.push({ id, productId, takenBy: [] });
  }
  const emails = gifts.map(() => `${randomUUID()}@example.com`);
  const invitations: Waiting[] = [];
  for (const productId of [shop.special, shop.course]) {
    const added = await insertInvitations(db, { productId, emails, now: services.clock() });
    if ("revoked" in added) throw new Error("nothing was revoked");
    invitations.push(...added.map(({ id }) => ({ id, productId, takenBy: [] })));
  }
  return { gifts, invitations };
}

/** What the payment provider keeps of each sale, in cents. */
function keptAtProvider(): Map<string, number> {
  const returned = new Map<string, number>();
  for (const { payment_intent, amount, status } of stripe.refunds())
    if (status === "succeeded" || status === "pending")
      returned.set(payment_intent, (returned.get(payment_intent) ?? 0) + amount);
  const paid = stripe.sessions().filter(({ payment_status }) => payment_status === "paid");
  return new Map(
    paid.map(({ metadata, amount_total, payment_intent }) => [
      metadata.sale_id ?? "",
      amount_total - (returned.get(payment_intent ?? "") ?? 0),
    ]),
  );
}

/** Returns the products of a person's own payments that were kept, and expects each to be right. */
async function expectPayments(userId: string, kept: ReadonlyMap<string, number>) {
  const sales = await db
    .selectFrom("sales")
    .select(["id", "video_id", "is_gift", "status", "duplicate"])
    .select(({ selectFrom }) =>
      selectFrom("refunds")
        .select(({ fn }) => fn.coalesce(fn.sum<number>("refunds.amount_cents"), sql<number>`0`).as("cents"))
        .whereRef("sale_id", "=", "sales.id")
        .where("channel", "=", "outside")
        .as("owed"),
    )
    .where("consumer_id", "=", userId)
    .execute();
  const own: { saleId: string; productId: string }[] = [];
  for (const { id: saleId, video_id: productId, is_gift, status, duplicate, owed } of sales) {
    const cents = kept.get(saleId);
    if (cents === undefined) {
      expect(["pending", "failed"]).toContain(status);
      continue;
    }
    const sale = await lockSale(db, { saleId });
    if (!sale?.paid_at) throw new Error(`${saleId} was paid`);
    await expectSettled(db, { ...sale, paid_at: sale.paid_at });
    // Only a second payment goes back, and all of it.
    const isKept = cents - Number(owed) > 0;
    expect({ status, duplicate }).toEqual(
      isKept ? { status: "completed", duplicate: false } : { status: "refunded", duplicate: true },
    );
    if (is_gift) expect(isKept).toBe(true);
    else if (isKept) own.push({ saleId, productId });
  }
  return own;
}

/** Expects that nobody paid for a lesson beside its course, unless the course cost less for it. */
async function expectPaidOnce(own: Awaited<ReturnType<typeof expectPayments>>, shop: Shop): Promise<void> {
  const products = own.map(({ productId }) => productId);
  expect(new Set(products).size).toBe(products.length);
  const contents = [
    [shop.course, shop.lessons],
    [shop.small, shop.lessons.slice(0, 1)],
  ] as const;
  for (const [course, lessons] of contents) {
    const bought = own.find(({ productId }) => productId === course);
    const paid = own.filter(({ productId }) => lessons.includes(productId));
    if (!bought || paid.length === 0) continue;
    const credited = await db
      .selectFrom("sale_credits")
      .select("credited_sale_id")
      .where("sale_id", "=", bought.saleId)
      .execute();
    // A lesson that is bought after its course was is refused, so each counted.
    for (const { saleId } of paid)
      expect(credited.map(({ credited_sale_id }) => credited_sale_id)).toContain(saleId);
  }
}

async function expectRight(
  people: readonly Came[],
  shop: Shop,
  { gifts, invitations }: Offers,
): Promise<void> {
  const kept = keptAtProvider();
  const all = [...shop.lessons, shop.course, shop.small, ...shop.free, shop.special];
  for (const { userId, got } of people) {
    const own = await expectPayments(userId, kept);
    await expectPaidOnce(own, shop);
    const holdings = await listHoldings(db, { userId, videoIds: all });
    const has = (productId: string) => holdings.get(productId)?.kind === "has";
    // A course that its lessons paid for goes when they are refunded as part of a bigger one.
    for (const { productId } of [...own, ...got]) expect(has(productId)).toBe(true);
    if (has(shop.course)) expect(shop.lessons.map(has)).toEqual(shop.lessons.map(() => true));
  }
  for (const { takenBy } of [...gifts, ...invitations]) expect(takenBy.length).toBeLessThanOrEqual(1);
  const { used } = await db
    .selectFrom("coupons")
    .select("used")
    .where("id", "=", shop.coupon)
    .executeTakeFirstOrThrow();
  const free = people.flatMap(({ got }) => got.filter(({ kind }) => kind === "uses a coupon"));
  expect(used).toBe(free.length);
  expect(used).toBe(couponUses);
  for (const view of ["ledger_violations", "access_violations", "figure_violations", "count_violations"])
    expect((await sql`SELECT * FROM ${sql.table(view)}`.execute(db)).rows, view).toEqual([]);
}

test(`${crowd} people at once leave nobody without what they paid for, and nobody pays twice`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const seed = 20261201 + round;
    const shop = await openShop();
    const offers = await offer(shop);
    const people: Came[] = [];
    for (const { hasLesson, wishes } of fc.sample(person, { numRuns: crowd, seed })) {
      const userId = await addConsumer(db);
      people.push({ userId, wishes, got: [] });
      if (hasLesson) await pay(await buy(userId, shop.lessons[0] ?? ""), "card");
    }
    await finish(seed);
    let isOver = false;
    const couriers = async () => {
      for (let turn = 1; !isOver; turn += 1) {
        await deliverSome(seed + turn, { loses: true });
        await workJobs();
        await setTimeout(5);
      }
    };
    const delivering = couriers();
    const fulfilling = people.flatMap((came) =>
      came.wishes.map((wished) => fulfil(came, wished, shop, offers)),
    );
    // All of them also after a failure: nothing goes on when the database is dropped.
    await Promise.allSettled(fulfilling);
    isOver = true;
    await delivering;
    await Promise.all(fulfilling);
    await finish(seed);
    await expectRight(people, shop, offers);
  }
}, 3_600_000);

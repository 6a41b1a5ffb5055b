/**
 * Everything that changes a creator's products, sales, learners and money, at once and at random: PostgreSQL never has
 * to end one of two transactions that wait for each other.
 */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { postAdjustment } from "~/features/money/ledger/adjust-balance.server";
import { loadNextBatch, preparePayouts } from "~/features/money/payouts/prepare-payouts.server";
import { changeAccount } from "~/features/office/people/change-account.server";
import { insertFreeAccess } from "~/features/orders/coupons/free-access.queries.server";
import { insertInvitations, revokeInvitation } from "~/features/orders/gifts/invitations.queries.server";
import { takeAccess } from "~/features/orders/gifts/take-access.server";
import { listCredits } from "~/features/orders/settlement/course-credits.queries.server";
import { lockPurchases } from "~/features/orders/settlement/settlement.queries.server";
import { upsertReview } from "~/features/shop/reviews/reviews.queries.server";
import { changeCourse } from "~/features/studio/courses/change-course.server";
import { hideOwnVideo, showOwnVideo } from "~/features/studio/deletion/delete-video.queries.server";
import { noteVideoFacts } from "~/features/videos/media/video-facts.queries.server";
import { chargeFact, checkoutFact, disputeFact, refundFact, settle } from "../../../support/payment-facts";
import { expectNoViolations } from "../../../support/proofs";
import {
  actorOf,
  addAdmin,
  addConsumer,
  addCourse,
  addFullCoupon,
  addGift,
  addSale,
  addVideo,
} from "../../../support/rows";
import { setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";
import { addPayee } from "../../money/payouts/payout-scene";

const db = await openTestDatabase();
const now = new Date("2026-11-21T12:00:00Z");
const clock = () => now;
const later = new Date(now.getTime() + 60 * 24 * 60 * 60_000);

const creatorId = await addPayee(db);
const videos = [await addVideo(db, creatorId), await addVideo(db, creatorId), await addVideo(db, creatorId)];
const courses = [
  await addCourse(db, creatorId, videos, { now }),
  await addCourse(db, creatorId, videos, { now }),
];
const products = [...videos, ...courses];
const people = await Promise.all(Array.from({ length: 200 }, () => addConsumer(db)));
const adminId = await addAdmin(db, now);
const couponId = await addFullCoupon(db, creatorId, now);

/** Purchases that were paid, and invitations that were sent. */
const paid: { saleId: string; name: string; isGift: boolean }[] = [];
const invited: { id: string; productId: string }[] = [];

interface Chosen {
  product: string;
  video: string;
  course: string;
  person: string;
  /** Picks one of those that exist by now. */
  at: number;
}

async function buy({ product, person }: Chosen, isGift: boolean): Promise<void> {
  const name = randomUUID();
  const sale = { consumerId: person, videoId: product, checkoutId: `cs_${name}`, now };
  const saleId = await (isGift ? addGift : addSale)(db, { ...sale, status: "pending" });
  await settle(db, checkoutFact(name, saleId), now);
  paid.push({ saleId, name, isGift });
  await settle(db, chargeFact(name, saleId, { feeCents: 100 }), now);
}

async function dispute({ at }: Chosen, status: "open" | "released" | "lost"): Promise<void> {
  const sale = paid[at % paid.length];
  if (sale) await settle(db, disputeFact(sale.name, status), now);
}

async function refund({ at }: Chosen): Promise<void> {
  const sale = paid[at % paid.length];
  if (sale) await settle(db, refundFact(sale.name), now);
}

const change = (courseId: string, fields: Record<string, string>, list: string[] = []) =>
  changeCourse({ db, clock }, { creatorId, courseId }, { fields, listOf: () => list });

/** What people, the creator, administrators and the payment provider do. */
const changes: Record<string, (chosen: Chosen) => Promise<unknown>> = {
  buys: (chosen) => buy(chosen, false),
  gives: (chosen) => buy(chosen, true),
  "takes a gift": async ({ at, person }) => {
    const gifts = paid.filter(({ isGift }) => isGift);
    const gift = gifts[at % gifts.length];
    if (gift) await takeAccess({ db, clock }, { kind: "gift", id: gift.saleId, version: 0 }, person);
  },
  "is refunded": refund,
  "disputes a payment": (chosen) => dispute(chosen, "open"),
  "loses a dispute": (chosen) => dispute(chosen, "released"),
  "wins a dispute": (chosen) => dispute(chosen, "lost"),
  "reviews a video": ({ product, person, at }) =>
    db.transaction().execute(async (trx) => {
      await lockPurchases(trx, person);
      await upsertReview(trx, { videoId: product, userId: person, rating: (at % 5) + 1, text: "", now });
    }),
  "takes a product with a coupon": ({ product, person }) =>
    db
      .transaction()
      .execute((trx) =>
        insertFreeAccess(trx, { userId: person, productId: product, why: { couponId }, now }),
      ),
  "takes a course that its lessons have paid for": ({ course, person }) =>
    db.transaction().execute(async (trx) => {
      await lockPurchases(trx, person);
      const credits = await listCredits(trx, { buyerId: person, courseId: course });
      const creditCents = credits.reduce((sum, { paidCents }) => sum + paidCents, 0);
      if (creditCents === 0) return;
      await insertFreeAccess(trx, { userId: person, productId: course, why: { creditCents }, now });
    }),
  "invites a guest": async ({ product }) => {
    const emails = [`${randomUUID()}@example.com`];
    const added = await db
      .transaction()
      .execute((trx) => insertInvitations(trx, { productId: product, emails, now }));
    if (!("revoked" in added)) invited.push(...added.map(({ id }) => ({ id, productId: product })));
  },
  "takes an invitation": async ({ at, person }) => {
    const invitation = invited[at % invited.length];
    if (invitation) await takeAccess({ db, clock }, { kind: "guest", id: invitation.id, version: 0 }, person);
  },
  "revokes an invitation": async ({ at }) => {
    const invitation = invited[at % invited.length];
    if (invitation) await revokeInvitation(db, { creatorId, ...invitation, now });
  },
  "changes a price": ({ product, at }) => setRows(db, "videos", { id: product }, { price_cents: 4990 + at }),
  "measures a video": ({ video, at }) =>
    noteVideoFacts(db, video, { facts: { seconds: 60 + at, width: null, height: null, format: null }, now }),
  "moves a lesson": ({ course, video }) =>
    change(course, { intent: "move", videoId: video, direction: "up" }),
  "adds a lesson": ({ course, video }) => change(course, { intent: "add", section: "" }, [video]),
  "sells a lesson only in courses": ({ course, video, at }) =>
    change(course, { intent: at % 2 === 0 ? "onlyInCourses" : "alsoAlone", videoId: video }),
  "deletes a video and brings it back": async ({ video }) => {
    await hideOwnVideo(db, { creatorId, videoId: video, now });
    await showOwnVideo(db, { creatorId, videoId: video });
  },
  "suspends the creator or lets them return": ({ at }) =>
    changeAccount(
      { db, env: { PAYOUT_TWO_PEOPLE: false } },
      {
        userId: creatorId,
        step: at % 3 === 0 ? "suspend" : "restore",
        reason: "prova",
        by: actorOf(adminId, undefined, now),
      },
    ),
  "adjusts the balance": () =>
    db
      .transaction()
      .execute((trx) =>
        postAdjustment(
          trx,
          { id: randomUUID(), creatorId, kind: "credit", cents: 100, reason: "ajuste" },
          { by: actorOf(adminId, undefined, now), env: { PAYOUT_TWO_PEOPLE: false } },
        ),
      ),
  "prepares payouts": async () => {
    const seen = await loadNextBatch(db, { asOf: later });
    const wish = { asOf: later, count: seen.payouts.length, cents: seen.cents };
    await preparePayouts({ db, clock: () => later }, { ...wish, by: actorOf(adminId, undefined, later) });
  },
};

const step = fc.record({
  change: fc.constantFrom(...Object.keys(changes)),
  product: fc.constantFrom(...products),
  video: fc.constantFrom(...videos),
  course: fc.constantFrom(...courses),
  person: fc.constantFrom(...people),
  at: fc.nat({ max: 1_000 }),
});

const deadlock = "40P01";
/** SQLSTATE class of what a constraint refuses: a second purchase, an access that is there, a price in between. */
const refusedByConstraint = /^23/;

test("transactions of all kinds on the same products never wait for each other", async () => {
  const steps = fc.sample(step, { numRuns: 3_000, seed: 20261126 });
  const waited: string[] = [];
  const done = new Map<string, number>();
  const worker = async () => {
    for (let next = steps.pop(); next; next = steps.pop())
      try {
        await changes[next.change]?.(next);
        done.set(next.change, (done.get(next.change) ?? 0) + 1);
      } catch (error) {
        const { code = "", where, detail } = error as { code?: string; where?: string; detail?: string };
        if (code === deadlock) waited.push(`${next.change}: ${where} ${detail}`);
        else if (!refusedByConstraint.test(code)) throw error;
      }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  expect(waited).toEqual([]);
  expect([...done.keys()].sort()).toEqual(Object.keys(changes).sort());
  await expectNoViolations(db, "access_violations", "figure_violations", "count_violations");
}, 1_800_000);

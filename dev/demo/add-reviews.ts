/** Profiles and reviews, through the same paths as anyone's. */
import { readFileSync } from "node:fs";
import type { Actor } from "~/platform/session/actor.server";
import { registerConsumer } from "../../app/features/entrance/sign-in/register.server";
import { buyVideo } from "../../app/features/orders/checkout/buy-video.server";
import { returnFromCheckout } from "../../app/features/orders/checkout/start-checkout.server";
import { findCreator, updateProfile } from "../../app/features/shop/creators/creators.queries.server";
import {
  makePortrait,
  planPortraitKey,
  storePortrait,
} from "../../app/features/shop/creators/portrait.server";
import { setReply } from "../../app/features/shop/reviews/reviews.queries.server";
import { saveReview } from "../../app/features/shop/reviews/write-review.server";
import type { Services } from "../../app/platform/services";
import type { LocalStripe } from "../stripe/server";
import { demoPassword, demoProfiles, demoReviewers, demoReviews } from "./people";
import { demoVideoId } from "./videos";

/** `pay` resolves when the product has received the payment's events. */
export type DemoPayments = Pick<LocalStripe, "sessions" | "pay" | "setBehind">;

/** With a clock that is `ago` milliseconds behind. */
export function earlier(services: Services, ago: number): Services {
  return { ...services, clock: () => new Date(services.clock().getTime() - ago) };
}

const portraits = new URL("./portraits/", import.meta.url);
const day = 86_400_000;

/** The handle is derived from the name. */
export async function addProfiles(
  { db, storage, clock }: Services,
  creatorIds: readonly string[],
): Promise<void> {
  for (const [index, profile] of demoProfiles.entries()) {
    const userId = creatorIds[index];
    const creator = userId && (await findCreator(db, userId));
    const made = await makePortrait(readFileSync(new URL(`${profile.portrait}.webp`, portraits)));
    if (!creator || !made) throw new Error(`${profile.portrait}: no creator, or no picture`);
    const portraitKey = planPortraitKey(userId, clock());
    await storePortrait(storage, portraitKey, made);
    const { bio, links } = profile;
    const rest = { links: [...links], marksPlayback: false, portraitKey };
    await updateProfile(db, { userId, handle: creator.handle, bio, ...rest });
  }
}

/** A few more people buy, pay by Pix and review; a creator replies here and there. */
export async function addReviews(
  services: Services,
  payments: DemoPayments,
  { videoIds, withPast }: { videoIds: readonly string[]; withPast: boolean },
): Promise<void> {
  const people: { userId: string; email: string }[] = [];
  for (const person of demoReviewers) people.push(await registerLearner(services, person));
  const reviews = Object.entries(demoReviews).flatMap(([video, all]) =>
    all.map((review) => ({ video, review })),
  );
  for (const [place, { video, review }] of reviews.entries()) {
    const [who, rating, days, text, reply] = review;
    const person = people[who];
    const videoId = demoVideoId(videoIds, video);
    if (!person) throw new Error(`nobody reviews: ${text}`);
    // With a past: bought on the day before the review.
    const ago = withPast ? (days + 1) * day + ((place * 97) % 540) * 60_000 : 0;
    await buyAndPay(services, payments, { ...person, videoId, ago });
    const clock = () => new Date(Date.now() - days * day);
    const by: Actor = { ...person, address: null, browser: null, at: clock() };
    const saved = await saveReview({ ...services, clock }, { videoId, form: { rating, text }, by });
    if (!saved.ok) throw new Error(`${person.email}: ${saved.error}`);
    if (reply) await addReply(services, { videoId, authorId: person.userId, text: reply, now: clock() });
  }
}

/** By Pix, until the product knows of it. */
export async function buyAndPay(services: Services, payments: DemoPayments, order: DemoOrder): Promise<void> {
  const checkoutId = await buy(services, payments, order, "pix");
  const back = await returnFromCheckout(services, { consumerId: order.userId, checkoutId });
  if (!back?.paid) throw new Error(`${order.email}: the payment did not arrive`);
}

interface DemoOrder {
  userId: string;
  email: string;
  videoId: string;
  /** In milliseconds. */
  ago: number;
}

/** Through checkout, payment and webhook; a boleto stays unpaid. Returns the checkout's id. */
export async function buy(
  services: Services,
  payments: DemoPayments,
  { videoId, ago, ...person }: DemoOrder,
  wanted: "card" | "pix" | "boleto",
): Promise<string> {
  payments.setBehind(ago);
  const bought = await buyVideo(earlier(services, ago), person, videoId, "pt");
  if (!bought.ok) throw new Error(`${person.email}: ${bought.error}`);
  const session = payments.sessions().find(({ id }) => bought.checkoutUrl.endsWith(id));
  if (!session) throw new Error(`${person.email}: no checkout`);
  // A cheap video cannot be paid by boleto, nor a very cheap one by card.
  const method = session.payment_method_types.includes(wanted) ? wanted : "pix";
  await payments.pay(session.id, { method, outcome: method === "boleto" ? "later" : "succeed" });
  payments.setBehind(0);
  return session.id;
}

export async function registerLearner(services: Services, person: { fullName: string; email: string }) {
  const result = await registerConsumer(services, { ...person, password: demoPassword });
  if (!result.ok) throw new Error(`${person.email}: ${result.error}`);
  return { userId: result.userId, email: person.email };
}

async function addReply(
  { db }: Services,
  { videoId, authorId, text, now }: { videoId: string; authorId: string; text: string; now: Date },
): Promise<void> {
  const review = await db
    .selectFrom("reviews")
    .select(["id", "creator_id"])
    .where("video_id", "=", videoId)
    .where("author_id", "=", authorId)
    .executeTakeFirstOrThrow();
  await setReply(db, { videoId, reviewId: review.id, creatorId: review.creator_id, text, now });
}

import {
  insertConsumerProfile,
  insertCreatorProfile,
  insertUser,
} from "~/features/base/accounts/accounts.queries.server";
import { platformShareBp, splitSale } from "~/features/base/money/platform-share";
import { insertEntry } from "~/features/money/ledger/ledger.queries.server";
import type { SaleStatus } from "~/features/money/ledger/sale-status";
import { noDestination } from "~/features/money/payees/payee";
import { insertBatch, insertPayout } from "~/features/money/payouts/batches.queries.server";
import { type SavedCoupon, upsertCoupon } from "~/features/orders/coupons/coupons.queries.server";
import { insertGift } from "~/features/orders/gifts/gifts.queries.server";
import { insertCourse, saveLessons } from "~/features/studio/courses/own-courses.queries.server";
import { insertVideo, publishVideo } from "~/features/studio/uploads/new-video.queries.server";
import type { Db } from "~/platform/db.server";
import type { Actor } from "~/platform/session/actor.server";
import { withOwner } from "./as-owner";
import { settleAgain } from "./payment-facts";
import { addRow, addRows, readRow, setRows } from "./tables";

/** Inserts rows directly, for tests of queries: no password is hashed, no file is stored. */

let added = 0;
function next(): number {
  added += 1;
  return added;
}

export function actorOf(userId: string, email = "admin@example.com", at = new Date()): Actor {
  return { userId, email, address: "10.0.0.1", browser: "Firefox · Linux", at };
}

export async function addUser(db: Db, email = `person-${next()}@example.com`): Promise<string> {
  const id = await insertUser(db, { email, passwordHash: null });
  if (!id) throw new Error(`${email} is taken`);
  return id;
}

/** Adds an administrator. `since`: when they got the role; now by default. */
export async function addAdmin(db: Db, since?: Date): Promise<string> {
  const userId = await addUser(db);
  await addRows(db, "user_roles", { user_id: userId, role: "admin", created_at: since });
  return userId;
}

export async function addCreator(db: Db, fullName = "Ana Criadora"): Promise<string> {
  const userId = await addUser(db);
  const payout = {
    country: "Brasil",
    currency: "BRL",
    pixKey: "pix",
    bankAccount: "1",
    bankName: "Banco",
  } as const;
  await insertCreatorProfile(db, { userId, fullName, email: "ana@example.com", cardLast4: null, ...payout });
  return userId;
}

export async function addConsumer(db: Db): Promise<string> {
  const userId = await addUser(db);
  await insertConsumerProfile(db, { userId, fullName: "Beto Aluno", email: "beto@example.com" });
  return userId;
}

export async function addVideo(
  db: Db,
  creatorId: string,
  { title = "Pão de queijo", now = new Date(), published = true } = {},
): Promise<string> {
  const id = await insertVideo(db, {
    creatorId,
    title,
    description: "Em casa.",
    priceCents: 4990,
    videoType: "cloudflare",
    youtubeUrl: null,
    fileName: "aula.mp4",
    now,
  });
  if (published) await publishVideo(db, { id, videoUrl: `${creatorId}/${id}.mp4`, thumbnailUrl: null, now });
  return id;
}

/** Turns two-step verification on, with a sealed secret if codes matter. */
export function addSecondFactor(db: Db, userId: string, at = new Date(), secret: Buffer = Buffer.alloc(60)) {
  const row = { user_id: userId, secret, created_at: at, confirmed_at: at, last_step: 1 };
  return addRows(db, "second_factors", row);
}

/** Adds a course for sale with these lessons, for R$ 149,00. */
export async function addCourse(
  db: Db,
  creatorId: string,
  videoIds: readonly string[],
  { title = "Curso", priceCents = 14_900, now = new Date() } = {},
): Promise<string> {
  const course = { creatorId, title, description: "Do zero.", priceCents, topicSlug: null, now };
  const courseId = await insertCourse(db, course);
  if (!courseId) throw new Error("too many courses");
  const lessons = videoIds.map((videoId) => ({ videoId, section: "" }));
  await saveLessons(db, { courseId, lessons, now });
  await setRows(db, "videos", { id: courseId }, { published_at: now, created_at: now });
  return courseId;
}

/** Adds or replaces a coupon: by default of the whole price of all products of its creator, without limits. */
export function addCoupon(db: Db, terms: Partial<SavedCoupon> & Pick<SavedCoupon, "creatorId" | "now">) {
  return upsertCoupon(db, {
    code: "LIVRE",
    percent: 100,
    amountCents: null,
    videoIds: [],
    startsAt: null,
    endsAt: null,
    maxUses: null,
    perPerson: null,
    firstOnly: false,
    ...terms,
  });
}

/** Adds a creator's coupon that covers the whole price of all their products, without limits. Returns its id. */
export async function addFullCoupon(db: Db, creatorId: string, now: Date): Promise<string> {
  await addCoupon(db, { creatorId, now });
  const { id } = await readRow(db, "coupons", { creator_id: creatorId, code: "LIVRE" }, "id");
  return id;
}

export async function addSale(
  db: Db,
  sale: {
    consumerId: string;
    videoId: string;
    status?: SaleStatus;
    amountCents?: number;
    now?: Date;
    checkoutId?: string;
    /** The platform's share in basis points. */
    shareBp?: number;
    method?: "card" | "pix" | "boleto";
    isGift?: boolean;
  },
): Promise<string> {
  const { status = "completed", amountCents = 4990, now = new Date(), shareBp = platformShareBp } = sale;
  const split = splitSale(amountCents, shareBp);
  const isPaid = status === "completed" || status === "refunded" || status === "disputed";
  const { id } = await addRow(db, "sales", {
    video_id: sale.videoId,
    consumer_id: sale.consumerId,
    amount_cents: amountCents,
    currency: "BRL",
    platform_share_bp: split.platformShareBp,
    platform_fee_cents: split.platformFeeCents,
    creator_earnings_cents: split.creatorEarningsCents,
    status: isPaid ? "failed" : status,
    provider_checkout_id: sale.checkoutId ?? null,
    is_gift: sale.isGift ?? false,
    payment_method: sale.method ?? null,
    created_at: now,
  });
  // A paid sale comes from an unpaid one.
  const paid = { status, paid_at: now, completed_at: now };
  if (isPaid) await setRows(db, "sales", { id }, paid);
  if (isPaid) await settleAs(db, id, { status, amountCents, now });
  return id;
}

/** Adds a sale of a new video of a creator to a new buyer. Returns the sale's id. */
export async function addSaleOf(
  db: Db,
  creatorId: string,
  { title, ...sale }: Partial<Parameters<typeof addSale>[1]> & { title?: string } = {},
): Promise<string> {
  const videoId = await addVideo(db, creatorId, { title });
  return addSale(db, { consumerId: await addConsumer(db), videoId, ...sale });
}

/** The terms of a gift without a message, which is sent at once. */
export const giftTerms = { email: "bia@example.com", message: null, deliverAt: null };

/** Adds a sale that is a gift, which nobody has taken. Returns the sale's id. */
export async function addGift(db: Db, sale: Parameters<typeof addSale>[1]): Promise<string> {
  const saleId = await addSale(db, { ...sale, isGift: true });
  await insertGift(db, { ...giftTerms, saleId, locale: "pt" });
  return saleId;
}

/** Posts a paid sale to the ledger, with the refund or dispute of its status. */
async function settleAs(
  db: Db,
  id: string,
  { status, amountCents, now }: { status: SaleStatus; amountCents: number; now: Date },
): Promise<void> {
  const told = { sale_id: id, amount_cents: amountCents, created_at: now };
  if (status === "refunded") {
    const facts = { status: "succeeded", channel: "provider", reason: "provider" } as const;
    const refund = { ...told, ...facts, provider_refund_id: `re_${id}` };
    await addRows(db, "refunds", refund);
  }
  if (status === "disputed") {
    const dispute = { ...told, id: `dp_${id}`, status: "open", reason: "fraud" } as const;
    await addRows(db, "disputes", dispute);
  }
  await settleAgain(db, id, "sale", now);
}

/** A batch with one pending payout of a creator, regardless of the balance. */
export async function addPreparedPayout(
  db: Db,
  { creatorId, adminId, cents = 1_000 }: { creatorId: string; adminId: string; cents?: number },
): Promise<{ batchId: string; payoutId: string }> {
  const now = new Date();
  const payee = {
    payee_name: "Ana Criadora",
    payment_method: "pix",
    ...noDestination,
    pix_key: "ana@pix.example",
  } as const;
  const prepare = async (trx: Db) => {
    const batchId = await insertBatch(trx, { adminId, now });
    const payoutId = await insertPayout(trx, { batchId, creatorId, cents, payee, now });
    await insertEntry(trx, {
      reason: "payout",
      payoutId,
      creatorId,
      currency: "BRL",
      postings: [
        { account: "creator", cents: -cents, availableAt: now },
        { account: "in_transit", cents, availableAt: null },
      ],
      now,
    });
    return { batchId, payoutId };
  };
  return withOwner(db, (owner) => owner.transaction().execute(prepare));
}

/** Suspends a video as one whose file does not play. */
export async function makeUnreadable(db: Db, videoId: string, now = new Date()): Promise<void> {
  const found = { state: "failed", reason: "unreadable", updated_at: now } as const;
  await addRows(db, "conversions", { video_id: videoId, ...found });
  await setRows(db, "videos", { id: videoId }, { suspended_at: now });
}

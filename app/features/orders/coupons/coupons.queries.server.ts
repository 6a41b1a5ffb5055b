import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import { type Cursor, toPage } from "~/platform/keyset";
import type { CouponBuyer, CouponTerms } from "./coupon-rules";
import type { CouponRules } from "./requested-coupon";

export interface CouponRow extends CouponTerms {
  id: string;
  code: string;
}

const columns = [
  "coupons.id",
  "coupons.code",
  "creator_id",
  "percent",
  "amount_cents",
  "video_ids",
  "starts_at",
  "ends_at",
  "ended_at",
  "max_uses",
  "per_person",
  "first_only",
  "used",
] as const;

interface Columns {
  id: string;
  code: string;
  creator_id: string | null;
  percent: number | null;
  amount_cents: number | null;
  video_ids: string[];
  starts_at: Date | null;
  ends_at: Date | null;
  ended_at: Date | null;
  max_uses: number | null;
  per_person: number | null;
  first_only: boolean;
  used: number;
}

function toCoupon(row: Columns): CouponRow {
  return {
    id: row.id,
    code: row.code,
    creatorId: row.creator_id,
    discount:
      row.percent === null
        ? { percent: null, amountCents: row.amount_cents ?? 0 }
        : { percent: row.percent, amountCents: null },
    videoIds: row.video_ids,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    endedAt: row.ended_at,
    maxUses: row.max_uses,
    perPerson: row.per_person,
    firstOnly: row.first_only,
    used: row.used,
  };
}

/** Finds a creator's coupon by its code, else the platform's. `shareBp`: platform's share in basis points. */
export async function findCoupon(
  db: Db,
  { code, creatorId, now }: { code: string; creatorId: string; now: Date },
): Promise<(CouponRow & { shareBp: number }) | undefined> {
  const row = await db
    .selectFrom("coupons")
    .select(columns)
    .select(sql<number>`creator_fee_bp(${creatorId}::uuid, ${now}::timestamptz)`.as("share_bp"))
    .where("code", "=", code)
    .where(({ eb, or }) => or([eb("creator_id", "=", creatorId), eb("creator_id", "is", null)]))
    .orderBy("creator_id", (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst();
  return row && { ...toCoupon(row), shareBp: row.share_bp };
}

/** `holds`: their pending purchase of this product holds a use of the coupon. */
interface CouponHolder extends CouponBuyer {
  holds: boolean;
}

/**
 * Counts uses that are held, paid or free, except the one of the pending purchase of this product (`holds`). A payment of
 * this product that was set aside is no use; one of another product is, because it may still arrive. Another product's
 * pending purchase with a coupon for a first purchase counts as bought: of two checkouts only one is the first.
 */
export async function readCouponBuyer(
  db: Db,
  {
    couponId,
    creatorId,
    userId,
    productId,
  }: { couponId: string; creatorId: string | null; userId: string; productId: string },
): Promise<CouponHolder> {
  const { rows } = await sql<{ uses: number; holds: boolean; has_bought: boolean }>`
    WITH held AS (
      SELECT coupon_id, sales.video_id = ${productId} AND sales.status = 'pending' AS here,
        sales.video_id <> ${productId} AND coupons.first_only
          AND coupons.creator_id IS NOT DISTINCT FROM ${creatorId}::uuid AS is_first_elsewhere
      FROM sale_coupons JOIN sales ON sales.id = sale_id JOIN coupons ON coupons.id = coupon_id
      WHERE sale_coupons.consumer_id = ${userId} AND held
        AND NOT (sales.video_id = ${productId} AND sales.status = 'processing' AND set_aside_at IS NOT NULL)
    )
    SELECT (SELECT count(*)::int FROM held WHERE coupon_id = ${couponId} AND NOT here)
        + (SELECT count(*)::int FROM free_accesses WHERE coupon_id = ${couponId} AND user_id = ${userId}) AS uses,
      EXISTS (SELECT FROM held WHERE coupon_id = ${couponId} AND here) AS holds,
      EXISTS (SELECT FROM held WHERE is_first_elsewhere)
        OR EXISTS (SELECT FROM sales JOIN videos ON videos.id = video_id
          WHERE consumer_id = ${userId} AND paid_at IS NOT NULL
            AND (${creatorId}::uuid IS NULL OR videos.creator_id = ${creatorId}::uuid))
        OR EXISTS (SELECT FROM free_accesses JOIN videos ON videos.id = product_id
          WHERE user_id = ${userId} AND videos.creator_id = ${creatorId}::uuid) AS has_bought`.execute(db);
  const [row] = rows;
  return { uses: row?.uses ?? 0, holds: row?.holds ?? false, hasBought: row?.has_bought ?? false };
}

/**
 * Takes one use of a coupon. Returns false if none is left. The row stays locked until the transaction ends, so that the
 * uses of one person are counted one after the other.
 */
export async function takeCouponUse(db: Db, couponId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("coupons")
    .set(({ eb }) => ({ used: eb("used", "+", 1) }))
    .where("id", "=", couponId)
    .where("ended_at", "is", null)
    .where(({ eb, or }) => or([eb("max_uses", "is", null), eb("used", "<", eb.ref("max_uses"))]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns a use that this transaction took. A failed sale's is returned by the trigger `sales_keep_coupon` (0006). */
export async function returnCouponUse(db: Db, couponId: string): Promise<void> {
  await db
    .updateTable("coupons")
    .set(({ eb }) => ({ used: eb("used", "-", 1) }))
    .where("id", "=", couponId)
    .execute();
}

interface SaleCoupon {
  saleId: string;
  couponId: string;
  consumerId: string;
  code: string;
  listPriceCents: number;
}

export async function insertSaleCoupon(db: Db, sale: SaleCoupon): Promise<void> {
  await db
    .insertInto("sale_coupons")
    .values({
      sale_id: sale.saleId,
      coupon_id: sale.couponId,
      consumer_id: sale.consumerId,
      code: sale.code,
      list_price_cents: sale.listPriceCents,
    })
    .execute();
}

/** `list_price_cents`: the price without the coupon. */
export async function findSaleCoupon(db: Db, saleId: string) {
  return db
    .selectFrom("sale_coupons")
    .select(["code", "list_price_cents"])
    .where("sale_id", "=", saleId)
    .executeTakeFirst();
}

export async function findPendingCouponId(
  db: Db,
  { consumerId, videoId }: { consumerId: string; videoId: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom("sale_coupons")
    .innerJoin("sales", "sales.id", "sale_id")
    .select("coupon_id")
    .where("sales.consumer_id", "=", consumerId)
    .where("sales.video_id", "=", videoId)
    .where("sales.status", "=", "pending")
    .executeTakeFirst();
  return row?.coupon_id;
}

export const couponsPerPage = 50;

interface OwnedCoupon extends CouponRow {
  createdAt: Date;
}

/** `creatorId`: null for the platform's. Newest first. */
export async function listCoupons(
  db: Db,
  creatorId: string | null,
  after: Cursor | undefined,
): Promise<{ coupons: OwnedCoupon[]; next: string | undefined }> {
  const rows = await db
    .selectFrom("coupons")
    .select([...columns, "created_at"])
    .where("creator_id", creatorId === null ? "is" : "=", creatorId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.createdAt}, ${after?.id})`),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(couponsPerPage + 1)
    .execute();
  const page = toPage(rows, couponsPerPage);
  return {
    coupons: page.rows.map((row) => ({ ...toCoupon(row), createdAt: row.created_at })),
    next: page.next,
  };
}

/** Locks until the transaction ends. */
export async function lockCoupon(
  trx: Db,
  { creatorId, code }: { creatorId: string | null; code: string },
): Promise<CouponRow | undefined> {
  const row = await trx
    .selectFrom("coupons")
    .select(columns)
    .where("creator_id", creatorId === null ? "is" : "=", creatorId)
    .where("code", "=", code)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && toCoupon(row);
}

export interface SavedCoupon extends CouponRules {
  /** Null for the platform's. */
  creatorId: string | null;
  /** The approved request of a platform's coupon. */
  requestId?: string | undefined;
  now: Date;
}

/**
 * Adds a coupon. `replaces`: an existing one with its code gets the new terms, is valid again and keeps its count of
 * uses. Returns whether the coupon was stored.
 */
export async function upsertCoupon(db: Db, coupon: SavedCoupon, replaces = true): Promise<boolean> {
  const terms = {
    percent: coupon.percent,
    amount_cents: coupon.amountCents,
    video_ids: [...coupon.videoIds],
    starts_at: coupon.startsAt,
    ends_at: coupon.endsAt,
    max_uses: coupon.maxUses,
    per_person: coupon.perPerson,
    first_only: coupon.firstOnly,
    ...(coupon.requestId !== undefined && { request_id: coupon.requestId }),
  };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("coupons")
    .values({ creator_id: coupon.creatorId, code: coupon.code, created_at: coupon.now, ...terms })
    .onConflict((conflict) => {
      const same = conflict.columns(["creator_id", "code"]);
      return replaces ? same.doUpdateSet({ ...terms, ended_at: null }) : same.doNothing();
    })
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns false if there was none to end. */
export async function endCoupon(
  db: Db,
  { creatorId, code, now }: { creatorId: string | null; code: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("coupons")
    .set({ ended_at: now })
    .where("creator_id", creatorId === null ? "is" : "=", creatorId)
    .where("code", "=", code)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Includes ended coupons. */
export async function isCodeTaken(
  db: Db,
  { creatorId, code }: { creatorId: string; code: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("coupons")
    .select("id")
    .where("creator_id", "=", creatorId)
    .where("code", "=", code)
    .executeTakeFirst();
  return row !== undefined;
}

export const maxCouponProducts = 200;

/** Lists the newest videos for sale. */
export async function listCouponProducts(db: Db, creatorId: string) {
  return db
    .selectFrom("videos")
    .select(["id", "title", "lesson_count", "price_cents"])
    .where("creator_id", "=", creatorId)
    .where("deleted_at", "is", null)
    .where("published_at", "is not", null)
    .orderBy("created_at", "desc")
    .limit(maxCouponProducts)
    .execute();
}

import { type RawBuilder, sql } from "kysely";
import { isGiftOrSetAside } from "~/features/money/ledger/ledger.queries.server";
import { overlappingProducts } from "~/features/orders/settlement/course-credits.queries.server";
import { hasAccess, productsWithVideo } from "~/features/videos/listing/access-grants.queries.server";
import type { Db } from "~/platform/db.server";
import { decideHolding, type Holding, type HoldingFacts, type HoldingPayment } from "./holding";

/** With the time as JSON text. */
type InJson<Payment> = Payment extends HoldingPayment
  ? Omit<Payment, "until"> & { until: string | null }
  : null;

interface HoldingColumns extends Omit<HoldingFacts, "paying" | "held"> {
  paying: InJson<HoldingFacts["paying"]>;
  held: InJson<HoldingFacts["held"]>;
}

/**
 * SQL expression on `videos`: what a person has of a video (`readHolding`). `claims`: the sales that give or gave it to
 * them: of the video or its course, as a gift they took, and of lessons that paid for a course.
 */
export function holdingFacts(userId: string): RawBuilder<HoldingColumns> {
  const claims = sql`(
    SELECT sales.id, sales.created_at, status, duplicate, products.title, products.lesson_count, claimed.by
    FROM (
      SELECT id AS sale_id, video_id AS product_id, CASE WHEN video_id = videos.id THEN 'purchase' ELSE 'course' END AS by
        FROM sales WHERE consumer_id = ${userId} AND NOT is_gift AND video_id = ${productsWithVideo}
      UNION ALL
      SELECT sale_id, given.video_id, 'gift' FROM gifts JOIN sales AS given ON given.id = sale_id
        WHERE taken_by = ${userId} AND given.video_id = ${productsWithVideo}
      UNION ALL
      SELECT free_access_credits.sale_id, product_id, 'lessons'
        FROM free_accesses JOIN free_access_credits ON access_id = free_accesses.id
        WHERE user_id = ${userId} AND credit_cents IS NOT NULL AND product_id = ${productsWithVideo}
    ) AS claimed JOIN sales ON sales.id = claimed.sale_id JOIN videos AS products ON products.id = claimed.product_id
    WHERE status IN ('disputed', 'refunded') AND NOT duplicate
      AND NOT EXISTS (SELECT FROM course_lessons WHERE course_id = claimed.product_id
        AND course_lessons.video_id = videos.id AND removed_at <= sales.created_at))`;
  const payment = sql`'id', sales.id, 'method', payment_method, 'until', awaiting_until`;
  const ended = sql`CASE
    WHEN claims.by = 'gift' THEN 'gift'
    WHEN EXISTS (SELECT FROM disputes WHERE sale_id = claims.id AND disputes.status = 'lost') THEN 'disputeLost'
    WHEN EXISTS (SELECT FROM refunds WHERE sale_id = claims.id AND reason = 'withdrawal'
      AND refunds.status IN ('requested', 'pending', 'succeeded')) THEN 'withdrawn'
    ELSE 'refunded' END`;
  return sql<HoldingColumns>`jsonb_build_object(
    'granted', ${hasAccess(userId)},
    'disputed', (SELECT jsonb_build_object('by', claims.by, 'title', title) FROM ${claims} AS claims
      WHERE status = 'disputed' ORDER BY claims.by = 'purchase' DESC, created_at DESC LIMIT 1),
    'paying', (SELECT jsonb_build_object(${payment}) FROM sales
      WHERE consumer_id = ${userId} AND video_id = videos.id AND status = 'processing' AND NOT ${isGiftOrSetAside}
      ORDER BY created_at DESC LIMIT 1),
    'held', (SELECT jsonb_build_object(${payment}, 'title', other.title, 'isCourse', other.lesson_count IS NOT NULL)
      FROM sales JOIN videos AS other ON other.id = sales.video_id
      WHERE consumer_id = ${userId} AND sales.status = 'processing' AND NOT duplicate AND NOT ${isGiftOrSetAside}
        AND sales.video_id IN ${overlappingProducts(sql.ref("videos.id"))}
      ORDER BY sales.created_at DESC LIMIT 1),
    'ended', (SELECT jsonb_build_object('why', why, 'title', title, 'isCourse', lesson_count IS NOT NULL) FROM (
        SELECT ${ended} AS why, title, lesson_count, created_at AS at FROM ${claims} AS claims
          WHERE status = 'refunded' AND claims.by <> 'lessons'
        UNION ALL
        SELECT reason, products.title, products.lesson_count, granted_at
        FROM access_grants JOIN videos AS products ON products.id = product_id
        WHERE user_id = ${userId} AND product_id = ${productsWithVideo}
          AND reason IN ('guest', 'lessons') AND revoke_reason <> 'replaced'
      ) AS former ORDER BY why = 'lessons', at DESC LIMIT 1),
    'removedFrom', (SELECT jsonb_build_object('id', course_id, 'title', courses.title)
      FROM course_lessons JOIN access_grants ON product_id = course_id JOIN videos AS courses ON courses.id = course_id
      WHERE course_lessons.video_id = videos.id AND user_id = ${userId} AND revoked_at IS NULL AND removed_at IS NOT NULL
      ORDER BY granted_at DESC LIMIT 1),
    'failed', EXISTS (SELECT FROM sales
      WHERE consumer_id = ${userId} AND video_id = videos.id AND status = 'failed' AND NOT is_gift))`;
}

export function readHolding(
  personId: string | undefined,
  { creator_id, holding }: { creator_id: string; holding: HoldingColumns },
): Holding {
  const { paying, held } = holding;
  return decideHolding(personId, creator_id, {
    ...holding,
    paying: paying && { ...paying, until: paying.until === null ? null : new Date(paying.until) },
    held: held && { ...held, until: held.until === null ? null : new Date(held.until) },
  });
}

/** By video id. */
export async function listHoldings(
  db: Db,
  { userId, videoIds }: { userId: string; videoIds: readonly string[] },
): Promise<Map<string, Holding>> {
  if (videoIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("videos")
    .select(["id", "creator_id", holdingFacts(userId).as("holding")])
    .where("id", "in", videoIds)
    .execute();
  return new Map(rows.map((row) => [row.id, readHolding(userId, row)]));
}

export async function findSaleByCheckout(
  db: Db,
  { consumerId, checkoutId }: { consumerId: string; checkoutId: string },
) {
  return db
    .selectFrom("sales")
    .innerJoin("payments", "payments.id", "sales.payment_id")
    .select(["sales.id", "video_id", "status", "is_gift"])
    .where("consumer_id", "=", consumerId)
    .where("payments.provider_checkout_id", "=", checkoutId)
    .executeTakeFirst();
}

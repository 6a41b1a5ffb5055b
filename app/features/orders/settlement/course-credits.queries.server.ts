import { type RawBuilder, sql } from "kysely";
import { lowestPriceCents } from "~/features/base/money/price";
import { isGiftOrSetAside } from "~/features/money/ledger/ledger.queries.server";
import type { Db } from "~/platform/db.server";
import type { Credit } from "./course-price";

interface LessonCredit extends Credit {
  title: string;
}

/** Lists what a person paid for the present lessons of a course and was not refunded, the largest first. */
export async function listCredits(
  db: Db,
  { buyerId, courseId }: { buyerId: string; courseId: string },
): Promise<LessonCredit[]> {
  const { rows } = await sql<LessonCredit>`
    SELECT sale_id AS "saleId", amount_cents AS "paidCents", title
    FROM course_credits(${buyerId}, ${courseId}) JOIN videos ON videos.id = video_id`.execute(db);
  return rows;
}

/** Freezes the lesson sales that lowered the price of a course. */
export async function insertCredits(
  db: Db,
  { saleId, credits }: { saleId: string; credits: readonly Credit[] },
): Promise<void> {
  if (credits.length === 0) return;
  await db
    .insertInto("sale_credits")
    .values(
      credits.map((credit) => ({
        sale_id: saleId,
        credited_sale_id: credit.saleId,
        amount_cents: credit.paidCents,
      })),
    )
    .execute();
}

export async function hasCredits(
  db: Db,
  { saleId, credits }: { saleId: string; credits: readonly Credit[] },
): Promise<boolean> {
  const rows = await db
    .selectFrom("sale_credits")
    .select(["credited_sale_id", "amount_cents"])
    .where("sale_id", "=", saleId)
    .execute();
  const frozen = new Map(rows.map((row) => [row.credited_sale_id, row.amount_cents]));
  return (
    frozen.size === credits.length &&
    credits.every(({ saleId: id, paidCents }) => frozen.get(id) === paidCents)
  );
}

/** SQL list, for `IN`: a course's lessons, and the courses that have a lesson. */
export function overlappingProducts(videoId: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(SELECT CASE WHEN course_id = ${videoId} THEN course_lessons.video_id ELSE course_id END
    FROM course_lessons WHERE removed_at IS NULL AND ${videoId} IN (course_id, course_lessons.video_id))`;
}

/** A purchase of a lesson beside its course, or of a course beside its lesson. */
interface OverlappingSale {
  id: string;
  status: "pending" | "processing";
  provider_checkout_id: string | null;
  created_at: Date;
}

/** Without gifts and payments that were set aside. The caller holds `purchasesLock`. */
export async function listOverlappingSales(
  db: Db,
  { buyerId, videoId }: { buyerId: string; videoId: string },
): Promise<OverlappingSale[]> {
  const rows = await db
    .selectFrom("sales")
    .innerJoin("payments", "payments.id", "sales.payment_id")
    .select(["sales.id", "status", "payments.provider_checkout_id", "sales.created_at"])
    .where("consumer_id", "=", buyerId)
    .where("status", "in", ["pending", "processing"])
    .where("duplicate", "=", false)
    .where(({ not }) => not(isGiftOrSetAside))
    .where(sql<boolean>`video_id IN ${overlappingProducts(sql`${videoId}::uuid`)}`)
    .$narrowType<{ status: OverlappingSale["status"] }>()
    .execute();
  return rows;
}

/** SQL condition on `sales`: the sale lowered the price of a course that is paid, or whose payment is on its way. */
const isCredited = sql<boolean>`(EXISTS (
    SELECT FROM sale_credits JOIN sales AS course_sale ON course_sale.id = sale_credits.sale_id
    WHERE credited_sale_id = sales.id AND course_sale.status IN ('processing', 'completed', 'disputed')
      AND NOT course_sale.duplicate))`;

export async function findIsCredited(db: Db, saleId: string): Promise<boolean> {
  const row = await db
    .selectFrom("sales")
    .select(isCredited.as("credited"))
    .where("sales.id", "=", saleId)
    .executeTakeFirst();
  return row?.credited ?? false;
}

/** Lists the unpaid purchases of courses whose price a sale lowers. */
export async function listCreditingSales(
  db: Db,
  saleId: string,
): Promise<Pick<OverlappingSale, "id" | "provider_checkout_id">[]> {
  return db
    .selectFrom("sale_credits")
    .innerJoin("sales", "sales.id", "sale_credits.sale_id")
    .innerJoin("payments", "payments.id", "sales.payment_id")
    .select(["sales.id", "payments.provider_checkout_id"])
    .where("credited_sale_id", "=", saleId)
    .where("status", "=", "pending")
    .execute();
}

/** Fails those of `listCreditingSales` whose checkout is being opened: `openCheckout` then expires it. */
export async function failUnopenedCourses(db: Db, saleId: string): Promise<void> {
  await db
    .updateTable("sales")
    .set({ status: "failed" })
    .where("status", "=", "pending")
    .where("provider_checkout_id", "is", null)
    .where("id", "in", (query) =>
      query.selectFrom("sale_credits").select("sale_id").where("credited_sale_id", "=", saleId),
    )
    .execute();
}

/**
 * Locks a course, other courses that its buyer took for lessons, and its lessons that they paid, whose counts change
 * with its sale: courses before lessons, by id, and all before the creator's balance, as the sale of a lesson does.
 */
export async function lockCourseAndLessons(
  trx: Db,
  course: { video_id: string; consumer_id: string },
): Promise<void> {
  await trx
    .selectFrom("videos")
    .select("id")
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("id", "=", course.video_id),
        eb(
          "id",
          "in",
          selectFrom("course_lessons")
            .innerJoin("sales", "sales.video_id", "course_lessons.video_id")
            .select("course_lessons.video_id")
            .where("course_id", "=", course.video_id)
            .where("consumer_id", "=", course.consumer_id)
            .where("status", "=", "completed"),
        ),
        eb(
          "id",
          "in",
          selectFrom("free_accesses")
            .select("product_id")
            .where("user_id", "=", course.consumer_id)
            .where("credit_cents", "is not", null),
        ),
      ]),
    )
    .orderBy(sql`video_type <> 'course'`)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** Lists the paid sales of lessons that a course covers without having counted them: they are refunded. */
export async function listCoveredSales(
  db: Db,
  course: { video_id: string; consumer_id: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("sales")
    .innerJoin("course_lessons", "course_lessons.video_id", "sales.video_id")
    .select("sales.id")
    .where("course_id", "=", course.video_id)
    .where("consumer_id", "=", course.consumer_id)
    .where("status", "=", "completed")
    .where("duplicate", "=", false)
    .where(sql<boolean>`is_covered(sales.id)`)
    .orderBy("sales.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** In a withdrawal or a mail about a refund. */
const maxNamedCourses = 5;

/**
 * Lists the titles of courses that a person took for nothing because a sale and others had paid for them. `endWithout`:
 * those that would end without the sale. `ended`: those whose access ended.
 */
export async function listPaidCourses(
  db: Db,
  saleId: string,
  which: "endWithout" | "ended",
): Promise<string[]> {
  const counted = sql<number>`counted_cents(free_accesses.id)`;
  const left =
    which === "ended"
      ? counted
      : sql<number>`${counted} - least(free_access_credits.amount_cents, ${counted})`;
  const rows = await db
    .selectFrom("free_access_credits")
    .innerJoin("free_accesses", "free_accesses.id", "access_id")
    .innerJoin("videos", "videos.id", "product_id")
    .select("title")
    .distinct()
    .where("free_access_credits.sale_id", "=", saleId)
    .where(sql<boolean>`list_price_cents - (${left}) >= ${lowestPriceCents}`)
    .$if(which === "endWithout", (query) =>
      query.where(sql<boolean>`list_price_cents - ${counted} < ${lowestPriceCents}`),
    )
    .orderBy("title")
    .limit(maxNamedCourses)
    .execute();
  return rows.map(({ title }) => title);
}

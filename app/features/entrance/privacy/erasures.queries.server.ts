import { sql } from "kysely";
import { openClaims } from "~/features/orders/settlement/refunds.queries.server";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { ErasureFacts } from "./retention";

export async function findErasure(db: Db, userId: string) {
  return db.selectFrom("account_erasures").selectAll().where("user_id", "=", userId).executeTakeFirst();
}

/** Returns false if the account is to be erased already. */
export async function insertErasure(
  db: Db,
  erasure: { userId: string; now: Date; dueAt: Date; locale: Locale; keepReviews: boolean },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("account_erasures")
    .values({
      user_id: erasure.userId,
      requested_at: erasure.now,
      due_at: erasure.dueAt,
      locale: erasure.locale,
      keep_reviews: erasure.keepReviews,
    })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Undefined without such an account. */
export async function findErasedAt(db: Db, userId: string) {
  return db.selectFrom("users").select("erased_at").where("id", "=", userId).executeTakeFirst();
}

/** Replaces an earlier request. */
export async function replaceErasure(
  db: Db,
  { userId, keepReviews, dueAt }: { userId: string; keepReviews: boolean; dueAt: Date },
): Promise<void> {
  const due = { due_at: dueAt, requested_at: new Date(dueAt.getTime() - 1), keep_reviews: keepReviews };
  const again = { ...due, begun_at: null, finished_at: null };
  await db
    .insertInto("account_erasures")
    .values({ user_id: userId, locale: "pt", ...again })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(again))
    .execute();
}

/** Returns false if there is no erasure, or it has begun. */
export async function deleteErasure(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("account_erasures")
    .where("user_id", "=", userId)
    .where("begun_at", "is", null)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Returns false if it was revoked or begun before. */
export async function markErasureBegun(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("account_erasures")
    .set({ begun_at: now })
    .where("user_id", "=", userId)
    .where("due_at", "<=", now)
    .where("begun_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** At most 100, the longest due first. */
export async function listDueErasures(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("account_erasures")
    .select("user_id")
    .where("finished_at", "is", null)
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .limit(100)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

export async function findErasureFacts(db: Db, userId: string): Promise<Omit<ErasureFacts, "isLastAdmin">> {
  const balance = (accounts: string[]) => sql`
    (SELECT coalesce(sum(balance_cents), 0)::bigint FROM ledger_balances
     WHERE creator_id = ${userId} AND account = ANY(${accounts}::text[]))`;
  const { rows } = await sql<Omit<ErasureFacts, "isLastAdmin">>`
    SELECT
      (SELECT count(*)::integer FROM sales WHERE consumer_id = ${userId} AND status IN ('pending', 'processing'))
        + (SELECT count(*)::integer FROM sales JOIN videos ON videos.id = sales.video_id
           WHERE videos.creator_id = ${userId} AND sales.status IN ('pending', 'processing')) AS "openPayments",
      (SELECT count(*)::integer FROM refunds JOIN sales ON sales.id = refunds.sale_id
       WHERE sales.consumer_id = ${userId} AND refunds.status IN ('requested', 'pending')) AS "openRefunds",
      (SELECT count(*)::integer FROM ${openClaims} AND claimed.consumer_id = ${userId}) AS "openClaims",
      (SELECT count(*)::integer FROM disputes JOIN sales ON sales.id = disputes.sale_id
       WHERE sales.consumer_id = ${userId} AND disputes.status IN ('inquiry', 'open')) AS "openDisputes",
      ${balance(["creator"])} AS "owedCents",
      ${balance(["creator_held", "in_transit"])} AS "heldCents"`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error("a query of counts returned no row");
  return facts;
}

/** At most 100. `published_at`: null for an unfinished upload. */
export async function listRemainingVideos(db: Db, creatorId: string) {
  return db
    .selectFrom("videos")
    .select(["id", "published_at"])
    .where("creator_id", "=", creatorId)
    .where("deleted_at", "is", null)
    .orderBy("created_at")
    .limit(100)
    .execute();
}

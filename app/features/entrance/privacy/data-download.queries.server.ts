import { type RawBuilder, sql } from "kysely";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { DB } from "~/platform/schema";

export async function lockExport(db: Db, userId: string) {
  return db
    .selectFrom("data_exports")
    .select(["id", "storage_key", "requested_at", "ready_at"])
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns false if another request of this person was stored first. */
export async function insertExport(
  db: Db,
  row: { id: string; userId: string; locale: Locale; storageKey: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("data_exports")
    .values({
      id: row.id,
      user_id: row.userId,
      locale: row.locale,
      storage_key: row.storageKey,
      requested_at: row.now,
    })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findExport(db: Db, id: string) {
  return db
    .selectFrom("data_exports")
    .select(["id", "user_id", "storage_key", "ready_at"])
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function findOwnExport(db: Db, userId: string) {
  return db
    .selectFrom("data_exports")
    .select(["id", "storage_key", "requested_at", "ready_at", "bytes"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Returns false if the download is ready already, or no longer wanted. */
export async function markExportReady(
  db: Db,
  { id, bytes, now }: { id: string; bytes: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("data_exports")
    .set({ ready_at: now, bytes })
    .where("id", "=", id)
    .where("ready_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** At most 100. */
export async function listOldExports(
  db: Db,
  { readyBefore, requestedBefore }: { readyBefore: Date; requestedBefore: Date },
) {
  return db
    .selectFrom("data_exports")
    .select(["id", "storage_key"])
    .where((eb) =>
      eb.or([
        eb("ready_at", "<", readyBefore),
        eb.and([eb("ready_at", "is", null), eb("requested_at", "<", requestedBefore)]),
      ]),
    )
    .orderBy("requested_at")
    .limit(100)
    .execute();
}

export async function deleteExport(db: Db, id: string): Promise<void> {
  await db.deleteFrom("data_exports").where("id", "=", id).execute();
}

type RowsOfPerson = (userId: string) => RawBuilder<boolean>;

interface Section<Table extends keyof DB = keyof DB> {
  table: Table;
  rows: RowsOfPerson;
  /** Omitted columns: secrets, copies for searching, and data about others. */
  without?: readonly string[];
  /** The rest of the row is about others. */
  only?: readonly string[];
}

const by =
  (column: string): RowsOfPerson =>
  (userId) =>
    sql<boolean>`${sql.ref(column)} = ${userId}`;
const ofOwnSales: RowsOfPerson = (userId) =>
  sql<boolean>`sale_id IN (SELECT sales.id FROM sales WHERE consumer_id = ${userId})`;

const ofOwnVideos: RowsOfPerson = (userId) =>
  sql<boolean>`video_id IN (SELECT videos.id FROM videos WHERE creator_id = ${userId})`;

/** The download in order: the rows of each table that are about the person. */
export const sections: readonly Section[] = [
  { table: "users", rows: by("id"), without: ["password_hash"] },
  { table: "user_roles", rows: by("user_id"), without: ["granted_by"] },
  { table: "consumer_profiles", rows: by("user_id"), without: ["search_text"] },
  { table: "creator_profiles", rows: by("user_id"), without: ["search_text", "tax_id"] },
  { table: "payout_details_changes", rows: by("creator_id") },
  { table: "creator_handles", rows: by("creator_id") },
  { table: "creator_figures", rows: by("creator_id") },
  { table: "sessions", rows: by("user_id"), without: ["id_hash", "former_id_hash"] },
  { table: "passkeys", rows: by("user_id"), without: ["public_key"] },
  { table: "second_factors", rows: by("user_id"), without: ["secret"] },
  { table: "terms_acceptances", rows: by("user_id") },
  { table: "email_confirmations", rows: by("user_id"), without: ["token_hash"] },
  { table: "password_resets", rows: by("user_id"), without: ["token_hash"] },
  { table: "account_changes", rows: by("user_id") },
  {
    table: "mails",
    rows: (userId) =>
      sql<boolean>`user_id = ${userId} OR (user_id IS NULL AND facts ->> 'ownerId' = ${userId})`,
  },
  { table: "mail_choices", rows: by("user_id") },
  { table: "account_erasures", rows: by("user_id") },
  { table: "data_exports", rows: by("user_id"), without: ["storage_key"] },
  { table: "sales", rows: by("consumer_id"), without: ["provider_fee_cents", "reconciled_at"] },
  {
    table: "payments",
    rows: (userId) => sql<boolean>`id IN (SELECT payment_id FROM sales WHERE consumer_id = ${userId})`,
  },
  { table: "access_grants", rows: by("user_id") },
  {
    table: "gifts",
    rows: (userId) =>
      sql<boolean>`sale_id IN (SELECT id FROM sales WHERE consumer_id = ${userId}) OR taken_by = ${userId}`,
    without: ["taken_by", "link_version"],
  },
  { table: "guest_invitations", rows: by("taken_by") },
  { table: "free_accesses", rows: by("user_id") },
  { table: "sale_coupons", rows: by("consumer_id") },
  { table: "sale_sources", rows: ofOwnSales },
  { table: "coupons", rows: by("creator_id") },
  { table: "refunds", rows: ofOwnSales, without: ["requested_by", "settled_by"] },
  { table: "disputes", rows: ofOwnSales },
  {
    table: "dispute_answers",
    rows: (userId) =>
      sql<boolean>`dispute_id IN (SELECT disputes.id FROM disputes JOIN sales ON sales.id = sale_id WHERE consumer_id = ${userId})`,
    without: ["staged_by", "submitted_by", "accepted_by"],
  },
  { table: "payment_events", rows: ofOwnSales, without: ["body"] },
  { table: "saved_videos", rows: by("user_id") },
  { table: "notes", rows: by("user_id") },
  { table: "certificates", rows: by("user_id") },
  { table: "watch_positions", rows: by("user_id") },
  { table: "video_accesses", rows: by("user_id"), without: ["place"] },
  { table: "device_copies", rows: by("user_id"), without: ["place"] },
  { table: "reviews", rows: by("author_id") },
  {
    table: "reviews",
    rows: (userId) => sql<boolean>`creator_id = ${userId} AND reply IS NOT NULL`,
    only: ["id", "video_id", "reply", "replied_at"],
  },
  { table: "review_reports", rows: by("reporter_id") },
  { table: "question_posts", rows: by("author_id") },
  { table: "question_reports", rows: by("reporter_id") },
  { table: "announcements", rows: by("creator_id") },
  { table: "announcement_reports", rows: by("reporter_id") },
  { table: "creator_follows", rows: by("user_id") },
  {
    table: "videos",
    rows: by("creator_id"),
    without: ["creator_plain", "title_plain", "title_grams", "search_words"],
  },
  { table: "video_attachments", rows: ofOwnVideos, without: ["storage_key"] },
  { table: "video_captions", rows: ofOwnVideos },
  {
    table: "resumable_uploads",
    rows: ofOwnVideos,
    without: ["write_handle"],
  },
  { table: "publications", rows: by("creator_id") },
  { table: "unpublished_videos", rows: ofOwnVideos },
  { table: "video_drafts", rows: by("creator_id"), without: ["trailer_key"] },
  { table: "payouts", rows: by("creator_id"), without: ["decided_by", "returned_by"] },
  { table: "ledger_balances", rows: by("creator_id") },
  { table: "ledger_lines", rows: by("creator_id") },
  {
    table: "second_person_requests",
    rows: by("account_id"),
    without: ["requested_by", "decided_by"],
  },
  { table: "creator_fees", rows: by("creator_id"), without: ["created_by"] },
  { table: "commission_invoices", rows: by("creator_id"), without: ["imported_by"] },
  { table: "creator_reserves", rows: by("creator_id"), without: ["created_by"] },
  { table: "ledger_adjustments", rows: by("creator_id"), without: ["created_by"] },
  { table: "audit_entries", rows: by("actor_id"), without: ["search_text"] },
  {
    table: "audit_entries",
    rows: (userId) => sql<boolean>`target_id = ${userId} AND actor_id <> ${userId}::uuid`,
    only: ["created_at", "action", "reason", "before", "after"],
  },
];

const rowsPerFetch = 200;

/** Call it in a transaction: it reads through a cursor, which ends with it. */
export async function* readSection(
  trx: Db,
  { table, rows, without = [], only }: Section,
  userId: string,
): AsyncGenerator<unknown[]> {
  const row = only
    ? sql`(SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(kept)) WHERE key = ANY(${only}::text[]))`
    : sql`to_jsonb(kept) - ${without}::text[]`;
  await sql`
    DECLARE own_rows NO SCROLL CURSOR FOR
    SELECT ${row} AS row FROM (SELECT * FROM ${sql.table(table)} WHERE ${rows(userId)}) AS kept`.execute(trx);
  for (;;) {
    const fetched = await sql<{ row: unknown }>`FETCH ${sql.lit(rowsPerFetch)} FROM own_rows`.execute(trx);
    if (fetched.rows.length > 0) yield fetched.rows.map((each) => each.row);
    if (fetched.rows.length < rowsPerFetch) break;
  }
  await sql`CLOSE own_rows`.execute(trx);
}

export async function listOwnFiles(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM (
      SELECT unnest(ARRAY[video_url, preview_key, preview_source, thumbnail_url]) AS key FROM videos WHERE creator_id = ${userId}
      UNION ALL SELECT storage_key FROM video_attachments WHERE ${ofOwnVideos(userId)}
      UNION ALL SELECT unnest(pictures) FROM unpublished_videos WHERE ${ofOwnVideos(userId)}
      UNION ALL SELECT portrait_key FROM creator_profiles WHERE user_id = ${userId}
    ) AS files WHERE key IS NOT NULL ORDER BY key`.execute(db);
  return rows.map(({ key }) => key);
}

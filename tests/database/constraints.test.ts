import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "../support/test-database";
import { baseRows, constraintCases, deleteCases } from "./constraint-cases";

const database = await createTestDatabase();
const client = new pg.Client({ connectionString: database.ownerUrl });
await client.connect();
await client.query(baseRows);
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Runs statements and rolls back. Returns the name of the violated constraint, if any. */
async function refusal(
  sql: string,
  after?: string,
): Promise<{ refusedBy: string | undefined; count?: number }> {
  await client.query("BEGIN");
  try {
    await client.query(sql);
    const left = after ? await client.query<{ count: string }>(after) : undefined;
    return { refusedBy: undefined, count: left && Number(left.rows[0]?.count) };
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !error.constraint) throw error;
    return { refusedBy: error.constraint };
  } finally {
    await client.query("ROLLBACK");
  }
}

test.each(constraintCases)("the database refuses $what", async ({ sql, refusedBy }) => {
  expect(await refusal(sql)).toEqual({ refusedBy });
});

describe("deletions", () => {
  test.each(deleteCases)('follow the rule "$what"', async ({ sql, refusedBy, takesAlong }) => {
    if (refusedBy) expect(await refusal(sql)).toEqual({ refusedBy });
    else expect(await refusal(sql, takesAlong)).toEqual({ refusedBy: undefined, count: 0 });
  });
});

/**
 * Tables of money: every CHECK of theirs has a case. Primary keys, foreign keys and the CHECKs of other tables are what
 * PostgreSQL does with a declaration: nothing of ours can fail there.
 */
const money =
  /^(?:sales|refunds|disputes|payouts|payout_\w+|access_grants|ledger_\w+|provider_movements|payment_events|second_person_requests|two_people_settings|reconciliation\w*)$/;

test("no unique index, and no CHECK of a table of money, is without a case", async () => {
  const { rows } = await client.query<{ name: string; table: string; kind: string }>(`
    SELECT conname AS name, conrelid::regclass::text AS table, contype AS kind FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'u')
    UNION
    SELECT indexrelid::regclass::text, indrelid::regclass::text, 'u' FROM pg_index
      WHERE indisunique AND NOT indisprimary
        AND (SELECT relnamespace FROM pg_class WHERE oid = indrelid) = 'public'::regnamespace`);
  const needed = rows.filter(({ kind, table }) => kind === "u" || money.test(table));
  expect(needed.length).toBeGreaterThan(100);
  const tried = new Set(constraintCases.map(({ refusedBy }) => refusedBy));
  expect(needed.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
});

test("every foreign key's ON DELETE has a test case", async () => {
  const { rows } = await client.query<{ name: string; action: string }>(`
    SELECT conname AS name, confdeltype AS action FROM pg_constraint
      WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1`);
  const restricted = deleteCases.flatMap(({ refusedBy }) => refusedBy ?? []);
  expect(rows.filter(({ action }) => action === "r").map(({ name }) => name)).toEqual(restricted.sort());
  expect(rows.filter(({ action }) => action === "c").map(({ name }) => name)).toEqual([
    "access_grants_sale_id_fkey",
    "account_changes_user_id_fkey",
    "account_erasures_user_id_fkey",
    "caption_orders_video_id_fkey",
    "certificates_course_id_fkey",
    "certificates_user_id_fkey",
    "conversions_video_id_fkey",
    "course_lessons_course_id_fkey",
    "course_lessons_video_id_fkey",
    "creator_figures_creator_id_fkey",
    "creator_students_consumer_id_fkey",
    "creator_students_creator_id_fkey",
    "data_exports_user_id_fkey",
    "email_confirmations_user_id_fkey",
    "mail_choices_user_id_fkey",
    "mails_sale_id_fkey",
    "mails_user_id_fkey",
    "passkey_challenges_user_id_fkey",
    "passkeys_user_id_fkey",
    "password_resets_user_id_fkey",
    "payout_details_changes_creator_id_fkey",
    "publications_creator_id_fkey",
    "question_posts_answers_to_fkey",
    "question_posts_author_id_fkey",
    "question_posts_creator_id_fkey",
    "question_posts_video_id_fkey",
    "question_reports_post_id_fkey",
    "question_reports_reporter_id_fkey",
    "reconciliation_differences_reconciliation_id_fkey",
    "recovery_codes_user_id_fkey",
    "resumable_uploads_video_id_fkey",
    "review_reports_reporter_id_fkey",
    "review_reports_review_id_fkey",
    "sale_coupons_sale_id_fkey",
    "sale_credits_credited_sale_id_fkey",
    "sale_credits_sale_id_fkey",
    "sale_rebuilds_sale_id_fkey",
    "sale_sources_sale_id_fkey",
    "saved_videos_user_id_fkey",
    "saved_videos_video_id_fkey",
    "second_factor_removals_user_id_fkey",
    "second_factors_user_id_fkey",
    "sessions_user_id_fkey",
    "terms_acceptances_user_id_fkey",
    "undo_links_change_id_fkey",
    "undo_links_user_id_fkey",
    "unfinished_sign_ins_user_id_fkey",
    "user_roles_user_id_fkey",
    "video_accesses_user_id_fkey",
    "video_accesses_video_id_fkey",
    "video_attachments_video_id_fkey",
    "video_captions_video_id_fkey",
    "video_drafts_creator_id_fkey",
    "video_ladders_video_id_fkey",
    "video_rungs_video_id_fkey",
    "video_streams_video_id_fkey",
    "video_views_video_id_fkey",
    "video_visits_video_id_fkey",
    "watch_positions_user_id_fkey",
    "watch_positions_video_id_fkey",
  ]);
});

import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestDatabase } from "../support/test-database";

const db = await openTestDatabase();

/** Tables whose rows are deleted with the row that this column names. */
const deletedAlong: Record<string, string> = {
  user_id: `account_changes account_erasures certificates creator_follows data_exports device_copies
    email_confirmations mail_choices mails notes passkey_challenges passkeys password_resets
    recovery_codes saved_videos second_factor_removals second_factors sessions terms_acceptances
    undo_links unfinished_sign_ins user_roles video_accesses watch_positions`,
  video_id: `caption_orders conversions course_lessons device_copies notes question_posts resumable_uploads
    saved_videos unpublished_videos video_accesses video_attachments video_captions video_ladders
    video_rungs video_streams video_views video_visits watch_positions`,
  creator_id: `announcements creator_figures creator_follows creator_students payout_details_changes publications
    question_posts video_drafts`,
  sale_id: "access_grants mails sale_coupons sale_credits sale_rebuilds sale_shares sale_sources",
  reporter_id: "announcement_reports question_reports review_reports",
  course_id: "certificates course_lessons",
  announcement_id: "announcement_reports",
  answers_to: "question_posts",
  author_id: "question_posts",
  change_id: "undo_links",
  consumer_id: "creator_students",
  credited_sale_id: "sale_credits",
  post_id: "question_reports",
  product_id: "announcements",
  reconciliation_id: "reconciliation_differences",
  review_id: "review_reports",
};

test("the foreign keys that delete rows along are these", async () => {
  const { rows } = await sql<{ key: string }>`
    SELECT attname || ' of ' || conrelid::regclass AS key
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
    WHERE contype = 'f' AND confdeltype = 'c' AND connamespace = 'public'::regnamespace`.execute(db);
  const expected = Object.entries(deletedAlong).flatMap(([column, tables]) =>
    tables.split(/\s+/).map((table) => `${column} of ${table}`),
  );
  expect(rows.map(({ key }) => key).sort()).toEqual(expected.sort());
});

/** The notices by which kept pages are forgotten (migrations/0016-shown-pages.ts). */
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "~/platform/db.server";
import { addCreator, addVideo } from "../support/rows";
import { createTestDatabase } from "../support/test-database";

const database = await createTestDatabase();
const { db } = openDatabase(database.ownerUrl, () => {});
const listener = new pg.Client({ connectionString: database.url });
await listener.connect();
await listener.query("LISTEN shown_pages");
let notices = 0;
listener.on("notification", () => {
  notices += 1;
});
const creatorId = await addCreator(db);
const videoId = await addVideo(db, creatorId);
afterAll(async () => {
  await listener.end();
  await db.destroy();
  await database.drop();
});

/** Returns how many notices the statements cause. */
async function countNotices(work: () => Promise<unknown>): Promise<number> {
  const before = notices;
  await work();
  await listener.query("SELECT 1");
  return notices - before;
}

beforeEach(() => listener.query("SELECT 1"));

test("a change of what pages show sends one notification per transaction", async () => {
  const change = async () =>
    db.transaction().execute(async (trx) => {
      await trx.updateTable("videos").set({ title: "Outro" }).where("id", "=", videoId).execute();
      await trx
        .updateTable("creator_profiles")
        .set({ bio: "Nova" })
        .where("user_id", "=", creatorId)
        .execute();
    });
  expect(await countNotices(change)).toBe(1);
});

test("a suspension, a conversion's state, captions, files and a new video send one notification; counters of sales and the progress of a conversion send none", async () => {
  const suspend = db.updateTable("users").set({ suspended_at: null }).where("id", "=", creatorId);
  expect(await countNotices(() => suspend.execute())).toBe(1);
  const convert = db
    .insertInto("conversions")
    .values({ video_id: videoId, state: "running", run_id: creatorId });
  expect(await countNotices(() => convert.execute())).toBe(1);
  expect(await countNotices(() => addVideo(db, creatorId))).toBeGreaterThan(0);
  const captions = { video_id: videoId, language: "pt", cues: "[{}]", updated_at: new Date() } as const;
  const caption = db.insertInto("video_captions").values(captions);
  expect(await countNotices(() => caption.execute())).toBe(1);
  expect(await countNotices(() => db.deleteFrom("video_captions").execute())).toBe(1);
  const file = {
    video_id: videoId,
    position: 1,
    name: "Moldes",
    kind: "pdf",
    bytes: 1,
    storage_key: "a/1.pdf",
  } as const;
  const attach = db.insertInto("video_attachments").values({ ...file, created_at: new Date() });
  expect(await countNotices(() => attach.execute())).toBe(1);
  expect(await countNotices(() => db.deleteFrom("video_attachments").execute())).toBe(1);
  const sell = db.updateTable("videos").set({ sales_count: 1 }).where("id", "=", videoId);
  expect(await countNotices(() => sell.execute())).toBe(0);
  const proceed = db.updateTable("conversions").set({ percent: 5 }).where("video_id", "=", videoId);
  expect(await countNotices(() => proceed.execute())).toBe(0);
});

/** Columns that no public page shows, that follow from another column, or that each sale or review changes. */
const unannounced: Record<string, string[]> = {
  videos: [
    "id",
    "video_type",
    "video_url",
    "youtube_url",
    "cloudflare_video_id",
    "replaced_url",
    "file_name",
    "file_removed_at",
    "facts_read_at",
    "format",
    "width",
    "height",
    "title_grams",
    "title_plain",
    "search_words",
    "price_since", // Changed with the length, and by lessons, which are announced.
    "lesson_count",
    "creator_plain",
    "preview_changed_at",
    "preview_clip",
    "preview_seconds",
    "preview_source",
    "preview_start",
    "sales_count",
    "review_count",
    "rating_total",
    "rating_rank",
    "rating_counts",
  ],
  creator_profiles: [
    "id",
    "user_id",
    "email",
    "country",
    "currency",
    "created_at",
    "search_text",
    "payment_method",
    "pix_key",
    "bank_name",
    "bank_account_number",
    "card_holder_name",
    "card_last4",
    "tax_id",
    "bank_code",
    "bank_branch",
    "bank_holder_tax_id",
    // Shown only on the watch page, which is not kept.
    "marks_playback",
  ],
  reviews: [
    "id",
    "video_id",
    "creator_id",
    "author_id",
    "updated_at",
    "hidden_reason",
    "report_count",
    "reported_at",
    "shown",
  ],
};

describe.each(Object.entries(unannounced))("the table %s", (table, without) => {
  test("announces each column by a trigger, or lists it here as not displayed", async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT attname AS name FROM pg_attribute
      WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND NOT EXISTS (
        SELECT FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
        WHERE tgrelid = attrelid AND proname = 'announce_shown_pages' AND attnum = ANY (tgattr::smallint[]))`.execute(
      db,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([...without].sort());
  });
});

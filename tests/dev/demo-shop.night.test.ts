/** The demo's shop: its sales of the past weeks hold against every proof of the money. */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { type Cue, readCaptions, writeVtt } from "~/features/videos/lesson-files/caption-files";
import { readChapters } from "~/features/videos/lesson-files/chapters";
import { fillShop } from "../../dev/demo/add-demo-data";
import { demoCreators } from "../../dev/demo/people";
import { demoPayments } from "../support/demo-payments";
import { readRows } from "../support/tables";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const { db, clock } = world.services;

beforeAll(() => fillShop(world.services, demoPayments(world), { withPast: true }));

test("its sales are spread over the past weeks, and no proof of ledger, access and counts finds anything", async () => {
  const { rows } = await sql<{ days: number; oldest: Date; later: number }>`
    SELECT count(DISTINCT paid_at::date)::integer AS days, min(paid_at) AS oldest,
      count(*) FILTER (WHERE paid_at > ${clock()} OR paid_at < created_at - interval '1 second')::integer AS later
    FROM sales WHERE status = 'completed'`.execute(db);
  const [sold] = rows;
  expect(sold?.days).toBeGreaterThanOrEqual(12);
  expect(sold && clock().getTime() - sold.oldest.getTime()).toBeGreaterThan(21 * 86_400_000);
  expect(sold?.later).toBe(0);
  for (const view of ["ledger_violations", "access_violations"])
    expect((await sql`SELECT * FROM ${sql.table(view)}`.execute(db)).rows).toEqual([]);
});

test("each of its creators has an amount that a payout can send, and one that is not released yet", async () => {
  for (const { email } of demoCreators) {
    const { rows } = await sql<{ released: boolean; held: boolean }>`
      SELECT coalesce(bool_or(released_at <= ${clock()}), false) AS released,
        coalesce(bool_or(released_at > ${clock()}), false) AS held
      FROM (SELECT available_at AS released_at FROM ledger_lines JOIN users ON users.id = creator_id
        WHERE email = ${email} AND available_at IS NOT NULL) AS lines`.execute(db);
    expect([email, rows[0]]).toEqual([email, { released: true, held: true }]);
  }
});

test("each review is under the video that it is about", async () => {
  const reviews = await db
    .selectFrom("reviews")
    .innerJoin("videos", "videos.id", "reviews.video_id")
    .select(["reviews.text", "videos.title"])
    .execute();
  const titleOf = (text: string) => reviews.find((review) => review.text.includes(text))?.title;
  expect(titleOf("Parei de reclamar das costas")).toMatch(/^Yoga/);
  expect(titleOf("levain")).toMatch(/^Pão/);
  expect(titleOf("orçamento cabe")).toMatch(/^Excel/);
});

test("four videos have captions that the reader of files would accept, chapters and a file", async () => {
  const shown = await db
    .selectFrom("video_captions")
    .innerJoin("videos", "videos.id", "video_captions.video_id")
    .select(["videos.id", "videos.description", "videos.duration_seconds", "cues"])
    .execute();
  for (const { description, duration_seconds: seconds, cues } of shown) {
    const chapters = readChapters(description, seconds ?? undefined);
    expect(chapters).toMatchObject({ ok: true });
    expect(chapters.ok && chapters.chapters.length).toBeGreaterThanOrEqual(5);
    const stored = cues as unknown as Cue[];
    expect(readCaptions(new TextEncoder().encode(writeVtt(stored)), seconds ?? undefined)).toEqual({
      ok: true,
      cues: stored,
      skipped: [],
    });
  }
  const files = await readRows(db, "video_attachments", {}, "video_id");
  const complete = new Set(files.map(({ video_id }) => video_id));
  expect(complete.size).toBe(4);
  expect(complete).toEqual(new Set(shown.map(({ id }) => id)));
});

test("three previews are there without FFmpeg", async () => {
  const ready = await readRows(db, "videos", { preview_status: "ready" }, "preview_key");
  expect(ready).toHaveLength(3);
  for (const { preview_key: key } of ready)
    expect((await world.services.storage.find(key ?? ""))?.bytes).toBeGreaterThan(10_000);
});

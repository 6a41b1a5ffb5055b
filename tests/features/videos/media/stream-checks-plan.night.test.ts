/** The job that asks about streamed videos reads, of many, only what is due. */
import { beforeAll, expect, test } from "vitest";
import { claimDueStreams } from "~/features/videos/media/video-streams.queries.server";
import { onServer } from "../../../../dev/postgres/on-server";
import { explain, rowsReadBy, statementOf } from "../../../support/query-plan";
import { addCreator } from "../../../support/rows";
import { ownerUrlOf } from "../../../support/test-database";
import { startTestWorld } from "../../../support/test-services";

const { services } = await startTestWorld();
const { db, pool } = services;
const [videos, due, limit] = [20_000, 200, 50];

beforeAll(async () => {
  const creatorId = await addCreator(db);
  await onServer(ownerUrlOf(services.env.DATABASE_URL), async (client) => {
    await client.query(
      `INSERT INTO videos (creator_id, title, description, price_cents, video_type, cloudflare_video_id, published_at)
      SELECT $1, 'Aula ' || n, 'x', 4990, 'cloudflare', 'uid-' || n, now() FROM generate_series(1, $2::int) AS n`,
      [creatorId, videos],
    );
    await client.query(
      `INSERT INTO video_streams (video_id, state, has_mp4, begun_at, sent_at, check_at)
      SELECT id, 'ready', n > $1::int, now(), now(), CASE WHEN n <= $1::int THEN now() - interval '1 hour' END
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM videos) AS numbered`,
      [due],
    );
    await client.query("VACUUM ANALYZE videos, video_streams");
  });
}, 120_000);

test("the query reads only the rows that it checks, by the index of due checks", async () => {
  const now = new Date();
  const until = new Date(now.getTime() + 60_000);
  // Claimed for a minute by the first call: the statement is the same for the next.
  const statement = await statementOf(pool, (listening) => claimDueStreams(listening, { now, until, limit }));
  const { steps } = await explain(pool, statement);
  const scans = steps.filter(
    (step) => step["Relation Name"] !== undefined && step["Node Type"] !== "ModifyTable",
  );
  expect(scans.map((step) => step["Node Type"])).not.toContain("Seq Scan");
  expect(steps.map((step) => step["Index Name"])).toContain("video_streams_due_idx");
  expect(scans.reduce((sum, step) => sum + rowsReadBy(step), 0)).toBeLessThanOrEqual(4 * limit);
});

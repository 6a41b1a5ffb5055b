/** Access by grants is access by completed sales: every person and video of a generated shop. */
import { expect, test } from "vitest";
import { onServer } from "../../dev/postgres/on-server";
import { createTestDatabase } from "../support/test-database";

const [people, videos] = [60, 30];

/** People, videos, and for most pairs none to three sales, of which at most one is pending and one completed. */
const shop = `
  SELECT setseed(0.27);
  INSERT INTO users (email) SELECT 'p' || n || '@example.com' FROM generate_series(1, ${people}) AS n;
  CREATE TEMP TABLE person AS SELECT row_number() OVER (ORDER BY id) AS n, id FROM users;
  INSERT INTO videos (creator_id, title, description, price_cents, video_type, video_url, published_at, deleted_at, suspended_at)
    SELECT person.id, 'Aula ' || v, '', 50, 'cloudflare', v || '.mp4', now(),
      CASE WHEN v % 7 = 0 THEN now() END, CASE WHEN v % 11 = 0 THEN now() END
    FROM generate_series(1, ${videos}) AS v JOIN person ON person.n = 1 + v % 20;
  CREATE TEMP TABLE drawn AS
    SELECT DISTINCT ON (person, video, CASE WHEN status IN ('pending', 'completed') THEN status ELSE id::text END) *
    FROM (
      SELECT gen_random_uuid() AS id, person.id AS person, videos.id AS video, random() AS chance,
        (ARRAY['pending', 'processing', 'completed', 'failed', 'refunded', 'disputed'])[1 + floor(random() * 6)::int] AS status
      FROM person, videos, generate_series(1, 3) AS nth
    ) AS pairs WHERE chance < 0.2;
  ALTER TABLE drawn ADD COLUMN part serial;`;

/**
 * Statements that change sales change them in parts, as the product does: each change of a sale takes an advisory lock
 * for its creator and student, and PostgreSQL keeps no more than some thousand locks for a transaction.
 */
const salesPerPart = 2_000;
const insertPart = `
  INSERT INTO sales (id, video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents,
      creator_earnings_cents, status, paid_at, completed_at, duplicate)
    SELECT id, video, person, 50, 'BRL', 1500, 8, 42, status, CASE WHEN paid THEN now() END,
      CASE WHEN paid AND NOT again THEN now() END, again
    FROM drawn CROSS JOIN LATERAL (SELECT status IN ('completed', 'refunded', 'disputed') AS paid) is_paid
      CROSS JOIN LATERAL (SELECT status = 'refunded' AND chance < 0.05 AS again) is_again
    WHERE part > $1 AND part <= $1 + ${salesPerPart}`;

/** Refunds a third of what was completed, then completes one disputed sale of each person and video without another. */
const changes = [
  `UPDATE sales SET status = 'refunded' WHERE id IN (
    SELECT id FROM sales WHERE status = 'completed' AND hashtext(id::text) % 3 = 0 LIMIT ${salesPerPart})`,
  `UPDATE sales SET status = 'completed', completed_at = coalesce(completed_at, now()) WHERE id IN (
    SELECT DISTINCT ON (consumer_id, video_id) id FROM sales one WHERE status = 'disputed' AND NOT EXISTS (
      SELECT FROM sales other WHERE other.consumer_id = one.consumer_id AND other.video_id = one.video_id
        AND other.status = 'completed') LIMIT ${salesPerPart})`,
];

/** Who may watch what: by the rule of sales, and by grants. */
const bySales = `SELECT consumer_id || ' ' || video_id AS pair FROM sales WHERE status = 'completed' ORDER BY 1`;
const byGrants = `SELECT user_id || ' ' || product_id AS pair FROM access_grants WHERE revoked_at IS NULL ORDER BY 1`;
const figures = `SELECT creator_id || ' ' || consumer_id AS pair FROM creator_students ORDER BY 1`;
const studentsBySales = `
  SELECT DISTINCT creator_id || ' ' || consumer_id AS pair FROM sales JOIN videos ON videos.id = video_id
  WHERE status = 'completed' ORDER BY 1`;

test(`${people} people have exactly the videos of their completed sales among ${videos}, also after refunds and won disputes`, async () => {
  const database = await createTestDatabase();
  const pairs = async (query: string) =>
    (await onServer(database.ownerUrl, (client) => client.query<{ pair: string }>(query))).rows.map(
      ({ pair }) => pair,
    );
  try {
    await onServer(database.ownerUrl, async (client) => {
      await client.query(shop);
      for (let part = 0; (await client.query(insertPart, [part])).rowCount; part += salesPerPart);
    });
    const had = await pairs(bySales);
    expect(had.length).toBeGreaterThan(people * videos * 0.02);
    expect(await pairs(byGrants)).toEqual(had);
    expect(await pairs(figures)).toEqual(await pairs(studentsBySales));
    expect(await pairs("SELECT kind AS pair FROM figure_violations")).toEqual([]);

    await onServer(database.ownerUrl, async (client) => {
      for (const change of changes) while ((await client.query(change)).rowCount);
    });
    expect(await pairs(bySales)).not.toEqual(had);
    expect(await pairs(byGrants)).toEqual(await pairs(bySales));
    expect(await pairs(figures)).toEqual(await pairs(studentsBySales));
    expect(await pairs("SELECT kind AS pair FROM figure_violations")).toEqual([]);
    const [revoked] = await pairs(
      "SELECT count(*)::text AS pair FROM access_grants WHERE revoked_at IS NOT NULL",
    );
    expect(Number(revoked)).toBeGreaterThan(0);
  } finally {
    await database.drop();
  }
}, 600_000);

/** The page of a person reads, of many rows of one who did much among many people, about what it shows. */
import { beforeAll, expect, test } from "vitest";
import { listStory, type StoryRow, storyPerPage } from "~/features/office/people/person-story.queries.server";
import { parseCursor } from "~/platform/keyset";
import { onServer } from "../../../../dev/postgres/on-server";
import { explain, rowsReadBy, statementOf } from "../../../support/query-plan";
import { addConsumer, addCreator } from "../../../support/rows";
import { settleTables } from "../../../support/settle-tables";
import { ownerUrlOf } from "../../../support/test-database";
import { startTestWorld } from "../../../support/test-services";

const { services } = await startTestWorld();
const { db, pool } = services;

/** Rows of each kind of others; the person has a tenth of them besides. */
const many = 10_000;
const own = many / 10;

const large = [
  "users",
  "sales",
  "video_accesses",
  "refunds",
  "disputes",
  "reviews",
  "question_posts",
  "mails",
  "videos",
  "payouts",
  "access_grants",
];

let person: string;

beforeAll(async () => {
  const creator = await addCreator(db);
  person = await addConsumer(db);
  await onServer(ownerUrlOf(services.env.DATABASE_URL), async (client) => {
    const run = (statement: string, values: unknown[] = []) => client.query(statement, values);
    // What they keep is another test's, and for each row it takes minutes.
    for (const table of large) await run(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await run("ALTER TABLE sales ENABLE TRIGGER sales_payment");
    await run(
      "INSERT INTO users (email) SELECT 'other-' || n || '@example.com' FROM generate_series(1, $1) n",
      [many],
    );
    // The person is a creator too, so that the story has what they published and were paid.
    await run(
      `INSERT INTO videos (creator_id, title, description, price_cents, video_type, video_url, published_at)
      SELECT CASE WHEN n <= $3 THEN $1 ELSE $2 END::uuid, 'Aula ' || n, 'x', 4990, 'cloudflare', 'v/' || n,
        now() - n * interval '1 minute' FROM generate_series(1, $4::int) n`,
      [person, creator, own, many],
    );
    await run(
      `CREATE TEMPORARY TABLE events AS
      SELECT n, CASE WHEN n <= $2 THEN $1::uuid ELSE u.ids[n] END AS who, v.ids[n] AS video,
        now() - n * interval '1 minute' AS at
      FROM generate_series(1, $3::int) n,
        (SELECT array_agg(id ORDER BY id) AS ids FROM users WHERE email LIKE 'other-%') u,
        (SELECT array_agg(id ORDER BY creator_id = $1, id) AS ids FROM videos) v`,
      [person, own, many],
    );
    await run(`INSERT INTO sales (video_id, consumer_id, amount_cents, currency, platform_share_bp,
        platform_fee_cents, creator_earnings_cents, status, created_at)
      SELECT video, who, 4990, 'BRL', 1500, 749, 4241, 'failed', at FROM events`);
    await run(`INSERT INTO refunds (sale_id, amount_cents, status, channel, reason, provider_refund_id, created_at)
      SELECT id, 4990, 'succeeded', 'provider', 'admin', 're_' || id, created_at FROM sales`);
    await run(`INSERT INTO disputes (id, sale_id, amount_cents, status, reason, created_at)
      SELECT 'dp_' || id, id, 4990, 'released', 'fraud', created_at FROM sales`);
    await run(`INSERT INTO video_accesses (user_id, video_id, place, opened_at, last_at)
      SELECT who, video, '1', at, at FROM events`);
    await run(
      `INSERT INTO reviews (video_id, creator_id, author_id, rating, created_at)
      SELECT video, $1, who, 5, at FROM events`,
      [creator],
    );
    await run(
      `INSERT INTO question_posts (video_id, creator_id, author_id, text, created_at)
      SELECT video, $1, who, 'Pergunta ' || n, at FROM events`,
      [creator],
    );
    await run(`INSERT INTO access_grants (user_id, product_id, reason, granted_at)
      SELECT who, video, 'free', at FROM events`);
    await run(
      "INSERT INTO mails (kind, key, user_id, created_at) SELECT 'receipt', 'k' || n, who, at FROM events",
    );
    await run(
      `WITH batch AS (INSERT INTO payout_batches (created_by, created_at) VALUES ($1, now()) RETURNING id)
      INSERT INTO payouts (batch_id, creator_id, amount_cents, status, payee_name, payment_method, failure,
        decided_by, decided_at, created_at)
      SELECT batch.id, who, 100, 'failed', 'Ana', 'pix', 'Recusada', $1, at, at FROM events, batch`,
      [creator],
    );
    await settleTables(client, ...large);
  });
}, 120_000);

/** What the page reads of a table at most: a page and its spare rows, for each kind of event that names it. */
const pageAndSpare = storyPerPage + 1 + 50;
const mostRead: Record<string, number> = {
  users: 1,
  // Bought; and the newest 500, twice, whose refunds and disputes are read.
  sales: pageAndSpare + 2 * 500,
  refunds: 500,
  disputes: 500,
  // Published; and the titles of the page's rows.
  videos: pageAndSpare + storyPerPage + 1,
};

test.each(["the first page", "a later page"])(
  "%s of a story is read by indexes, and little of it",
  async (page) => {
    let after: ReturnType<typeof parseCursor>;
    if (page === "a later page")
      for (let turn = 0; turn < 3; turn += 1) {
        const { next } = await listStory(db, { userId: person, after });
        after = parseCursor(next ?? null);
        expect(after).toBeDefined();
      }
    let rows: StoryRow[] = [];
    const statement = await statementOf(pool, async (listening) => {
      ({ rows } = await listStory(listening, { userId: person, after }));
    });
    expect(rows).toHaveLength(storyPerPage);
    const { steps } = await explain(pool, statement);
    for (const table of large) {
      const ofTable = steps.filter((step) => step["Relation Name"] === table);
      expect
        .soft(
          ofTable.map((step) => step["Node Type"]),
          table,
        )
        .not.toContain("Seq Scan");
      const read = ofTable.reduce((sum, step) => sum + rowsReadBy(step), 0);
      expect.soft(read, table).toBeLessThanOrEqual(mostRead[table] ?? pageAndSpare);
    }
  },
);

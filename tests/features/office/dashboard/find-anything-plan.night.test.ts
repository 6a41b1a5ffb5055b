/** The administrators' one search reads, of many people, videos and sales, only what it shows. */
import { beforeAll, expect, test } from "vitest";
import { findAnything, resultsOfKind } from "~/features/office/dashboard/find-anything.server";
import { peoplePerPage } from "~/features/office/people/people.queries.server";
import { onServer } from "../../../../dev/postgres/on-server";
import { explain, rowsReadBy, statementsOf } from "../../../support/query-plan";
import { addCreator } from "../../../support/rows";
import { settleTables } from "../../../support/settle-tables";
import { ownerUrlOf } from "../../../support/test-database";
import { startTestWorld } from "../../../support/test-services";

const { services } = await startTestWorld();
const { db, pool } = services;
const many = 20_000;
const large = [
  "users",
  "creator_profiles",
  "consumer_profiles",
  "videos",
  "sales",
  "payments",
  "refunds",
  "disputes",
];

beforeAll(async () => {
  const creatorId = await addCreator(db, "Zuleica Marceneira");
  await onServer(ownerUrlOf(services.env.DATABASE_URL), async (client) => {
    const run = (statement: string, values: unknown[] = []) => client.query(statement, values);
    // What they keep is another test's, and for each row it takes minutes.
    for (const table of ["sales", "refunds", "disputes"])
      await run(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await run("ALTER TABLE sales ENABLE TRIGGER sales_payment, ENABLE TRIGGER sales_shares");
    await run(
      "INSERT INTO users (email) SELECT 'searched-' || n || '@example.com' FROM generate_series(1, $1::int) n",
      [many],
    );
    for (const [table, more, values] of [
      ["creator_profiles", ", country, currency", ", 'Brasil', 'BRL'"],
      ["consumer_profiles", "", ""],
    ])
      await run(`INSERT INTO ${table} (user_id, full_name, email${more})
        SELECT id, 'Pessoa ' || email, email${values} FROM users WHERE email LIKE 'searched-%'`);
    await run(
      `INSERT INTO videos (creator_id, title, description, price_cents, video_type, video_url, published_at)
      SELECT $1, 'Violão, aula ' || n || CASE n WHEN 7 THEN ' de kalimba' ELSE '' END, 'x', 4990, 'cloudflare',
        'v/' || n, now() FROM generate_series(1, $2::int) n`,
      [creatorId, many],
    );
    await run(
      `INSERT INTO sales (video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents,
        creator_earnings_cents, status, created_at, provider_payment_id)
      SELECT v.ids[1 + n % 1000], u.ids[n], 10000, 'BRL', 1500, 1500, 8500, 'failed', now() - n * interval '1 minute',
        'pi_' || n
      FROM generate_series(1, $1::int) n, (SELECT array_agg(id ORDER BY id) AS ids FROM videos) v,
        (SELECT array_agg(id ORDER BY id) AS ids FROM users WHERE email LIKE 'searched-%') u`,
      [many],
    );
    await run(`INSERT INTO refunds (sale_id, amount_cents, status, channel, reason, provider_refund_id)
      SELECT id, 4990, 'succeeded', 'provider', 'admin', 're_' || provider_payment_id FROM sales`);
    await run(`INSERT INTO disputes (id, sale_id, amount_cents, status, reason, created_at)
      SELECT 'dp_' || provider_payment_id, id, 4990, 'released', 'fraud', now() FROM sales`);
    await settleTables(client, ...large);
  });
}, 120_000);

/** A page of a list and the rows beside it; further candidates of a rare text come from an index by trigrams. */
const mostRead = 4 * (peoplePerPage + resultsOfKind + 2);

test.each([
  ["an e-mail", "searched-777@example.com"],
  ["a name", "Zuleica Marc"],
  ["a part of a title", "kalimba"],
  ["an unknown text", "xyzzy"],
  ["a purchase number", "SB-2222-22"],
  ["a payment's id of the provider", "pi_777"],
  ["a refund's id of the provider", "re_pi_777"],
  ["a dispute's id of the provider", "dp_pi_777"],
  ["an id of ours", crypto.randomUUID()],
])("a search for %s scans no large table", async (_, typed) => {
  const statements = await statementsOf(pool, (listening) =>
    findAnything({ db: listening, clock: () => new Date() }, typed),
  );
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    const { steps } = await explain(pool, statement);
    const ofLarge = steps.filter((step) => large.includes(step["Relation Name"] ?? ""));
    expect(ofLarge.map((step) => step["Node Type"])).not.toContain("Seq Scan");
    expect(ofLarge.reduce((sum, step) => sum + rowsReadBy(step), 0)).toBeLessThanOrEqual(mostRead);
  }
});

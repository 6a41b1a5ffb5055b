import type pg from "pg";
import { onServer } from "../dev/postgres/on-server";

/** Two years of lines; of each `share` sales one is the creator's. SQL alone: it does the work of disabled triggers. */
export async function fillLedger(databaseUrl: string, lines: number, share: number) {
  return onServer(databaseUrl, async (client) => {
    const one = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows[0];
    const creator = await one("INSERT INTO users (email) VALUES ('earner@example.com') RETURNING id");
    const buyer = await one("INSERT INTO users (email) VALUES ('buyer@example.com') RETURNING id");
    const creatorId = creator.id as string;
    await client.query(
      `INSERT INTO creator_profiles (user_id, full_name, email, country, pix_key)
       VALUES ($1, 'Ana Criadora', 'earner@example.com', 'Brasil', 'ana@pix.example')`,
      [creatorId],
    );
    const video = await one(
      `INSERT INTO videos (creator_id, title, description, price_cents, video_type)
       VALUES ($1, 'Pão de queijo', 'Em casa.', 4990, 'cloudflare') RETURNING id`,
      [creatorId],
    );
    const { rows: others } = await client.query(
      "INSERT INTO users (email) SELECT 'other-' || n || '@example.com' FROM generate_series(1, 50) AS n RETURNING id",
    );
    const { rows: otherVideos } = await client.query<{ id: string }>(
      `INSERT INTO videos (creator_id, title, description, price_cents, video_type)
       SELECT id, 'Aula', '', 4990, 'cloudflare' FROM unnest($1::uuid[]) AS id RETURNING id`,
      [others.map(({ id }) => id as string)],
    );
    const sales = lines * share;
    const at = "now() - interval '730 days' + n * (interval '730 days' / $1)";
    const nth = "(lpad(to_hex(n), 8, '0') || '-0000-4000-8000-000000000000')::uuid";
    await client.query("SET session_replication_role = replica");
    await client.query(
      `INSERT INTO sales (id, video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents, creator_earnings_cents,
         status, created_at, paid_at, completed_at)
       SELECT ${nth}, CASE WHEN n % $4::int = 0 THEN $2::uuid ELSE ($5::uuid[])[1 + n % 50] END, $3, 4990, 'BRL', 1500, 749, 4241,
         'refunded', ${at}, ${at}, ${at}
       FROM generate_series(1, $1::int) AS n`,
      [sales, video.id, buyer.id, share, otherVideos.map(({ id }) => id)],
    );
    await client.query(`
      INSERT INTO payments (id, amount_cents, currency) SELECT payment_id, amount_cents, currency FROM sales;
      INSERT INTO sale_shares SELECT id, 'creator', creator_earnings_cents FROM sales;
      INSERT INTO sale_shares SELECT id, 'platform', platform_fee_cents FROM sales`);
    await client.query(
      "INSERT INTO ledger_entries (reason, sale_id, created_at) SELECT 'sale', id, paid_at FROM sales ORDER BY id",
    );
    await client.query(
      `INSERT INTO ledger_lines (entry_id, creator_id, account, currency, amount_cents, available_at,
         balance_after_cents, created_at)
       SELECT id, creator_id, account, 'BRL', cents, CASE WHEN account = 'creator' THEN at + interval '15 days' END,
         cents * n, at
       FROM (
         SELECT entry.id, entry.created_at AS at, creator_id, row_number() OVER (PARTITION BY creator_id ORDER BY entry.id) AS n
         FROM ledger_entries entry JOIN sales ON sales.id = sale_id JOIN videos ON videos.id = video_id
       ) AS numbered, (VALUES ('creator', 4241), ('platform', 749), ('provider', -4990)) AS line (account, cents)
       ORDER BY id, account`,
    );
    await client.query(
      `INSERT INTO ledger_balances SELECT creator_id, account, currency, sum(amount_cents) FROM ledger_lines
       GROUP BY creator_id, account, currency`,
    );
    await client.query("SET session_replication_role = origin");
    const payout = await pay(client, creatorId, buyer.id);
    await vacuum(client);
    return { creatorId, payout, now: new Date() };
  });
}

/** The temporary PostgreSQL flushes its log late, and VACUUM ignores commits that are not in it. */
export async function vacuum(client: pg.Client): Promise<void> {
  await client.query("CHECKPOINT");
  await client.query("VACUUM ANALYZE");
}

async function pay(client: pg.Client, creatorId: string, adminId: string) {
  await client.query("BEGIN");
  const { rows } = await client.query(
    `WITH amount AS (
       SELECT sum(amount_cents)::bigint AS cents FROM ledger_lines
       WHERE creator_id = $1 AND account = 'creator' AND available_at <= now()
     ), batch AS (
       INSERT INTO payout_batches (created_by, created_at) VALUES ($2, now()) RETURNING id
     ), payout AS (
       INSERT INTO payouts (batch_id, creator_id, amount_cents, status, payee_name, payment_method, pix_key, created_at)
       SELECT batch.id, $1, cents, 'prepared', 'Ana Criadora', 'pix', 'ana@pix.example', now() FROM batch, amount
       RETURNING id, batch_id, creator_id, created_at, amount_cents
     ), entry AS (
       INSERT INTO ledger_entries (reason, payout_id, created_at) SELECT 'payout', id, now() FROM payout RETURNING id
     ), lines AS (
       INSERT INTO ledger_lines (entry_id, creator_id, account, currency, amount_cents, available_at,
         balance_after_cents, created_at)
       SELECT entry.id, $1, account, 'BRL', sign * amount_cents, CASE WHEN account = 'creator' THEN now() END, 0, now()
       FROM entry, payout, (VALUES ('creator', -1), ('in_transit', 1)) AS side (account, sign)
     )
     SELECT id, batch_id, creator_id, created_at FROM payout`,
    [creatorId, adminId],
  );
  await client.query("COMMIT");
  return rows[0] as { id: string; batch_id: string; creator_id: string; created_at: Date };
}

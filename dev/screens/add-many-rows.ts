/**
 * Fills the demo shop so that each of an administrator's lists has hundreds of rows: for `MANY=on npm run screens`.
 * Rows of the ledger are posted as by a sale, so that the batch of payouts is a real one.
 */
import { sql } from "kysely";
import type { Actor } from "../../app/features/base/audit/actor.server";
import { resettle } from "../../app/features/orders/settlement/settle-sale.server";
import { lockSale } from "../../app/features/orders/settlement/settlement.queries.server";
import { loadNextBatch, preparePayouts } from "../../app/features/payouts/batches/prepare-payouts.server";
import type { Services } from "../../app/platform/services";

const rows = 500;

const names = [
  "Ana Luísa de Albuquerque Cavalcanti e Vasconcelos",
  "Zé",
  "Maria Aparecida dos Santos",
  "Jörg Ångström",
  "D’Ávila & Filhos Produções Audiovisuais Ltda.",
];
const titles = [
  "Violão para iniciantes: acordes, ritmos e as dez primeiras músicas do zero ao palco em trinta dias",
  "Pão",
  "Planilhas sem medo",
  "Superextraordinariamenteinquebrávelpalavra",
];

/** Adds the rows and prepares a batch of them. Returns its id. */
export async function addManyRows({ db, clock }: Services, by: () => Actor): Promise<string> {
  const listOf = (texts: string[]) => sql`(ARRAY[${sql.join(texts)}])[1 + n % ${sql.lit(texts.length)}]`;
  for (const [table, more, values] of [
    [
      "creator_profiles",
      sql`, country, currency, pix_key`,
      sql`, 'Brasil', 'BRL', 'criador' || n || '@pix.example'`,
    ],
    ["consumer_profiles", sql``, sql``],
  ] as const)
    await sql`
      WITH people AS (
        INSERT INTO users (email, created_at)
        SELECT ${table} || n || '@muitos.example', now() - n * interval '1 hour' FROM generate_series(1, ${rows}) n
        RETURNING id, email, created_at
      ), numbered AS (SELECT *, row_number() OVER (ORDER BY created_at)::int AS n FROM people)
      INSERT INTO ${sql.table(table)} (user_id, full_name, email${more})
      SELECT id, ${listOf(names)} || ' ' || n, email${values} FROM numbered`.execute(db);
  await sql`
    INSERT INTO user_roles (user_id, role)
    SELECT id, CASE WHEN email LIKE 'creator%' THEN 'creator' ELSE 'consumer' END FROM users
    WHERE email LIKE '%@muitos.example' ON CONFLICT DO NOTHING`.execute(db);
  await sql`
    INSERT INTO videos (creator_id, title, description, price_cents, video_type, video_url, published_at)
    SELECT id, ${listOf(titles)} || ' ' || n, 'x', 4990, 'youtube', 'https://youtu.be/aqz-KE-bpKQ', now()
    FROM (SELECT id, row_number() OVER (ORDER BY email)::int AS n FROM users
      WHERE email LIKE 'creator%@muitos.example') AS creators`.execute(db);
  await sql`
    WITH pairs AS (
      SELECT video.id AS video_id, buyer.id AS consumer_id, video.n,
        (CASE WHEN video.n % 50 = 0 THEN 9999999 ELSE 990 + video.n * 10 END)::bigint AS cents
      FROM (SELECT videos.id, row_number() OVER (ORDER BY videos.id)::int AS n FROM videos
        JOIN users ON users.id = creator_id WHERE email LIKE '%@muitos.example') AS video
      JOIN (SELECT id, row_number() OVER (ORDER BY id)::int AS n FROM users
        WHERE email LIKE 'consumer%@muitos.example') AS buyer USING (n)
    )
    INSERT INTO sales (video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents,
      creator_earnings_cents, status, payment_method, created_at, paid_at, completed_at)
    SELECT video_id, consumer_id, cents, 'BRL', 1500, cents * 15 / 100, cents - cents * 15 / 100, 'completed',
      (ARRAY['card', 'pix', 'boleto'])[1 + n % 3], at, at, at
    FROM pairs, LATERAL (SELECT now() - interval '35 days' - n * interval '20 minutes' AS at) AS times`.execute(
    db,
  );
  const sales = await db
    .selectFrom("sales")
    .innerJoin("users", "users.id", "sales.consumer_id")
    .select(["sales.id", "sales.created_at"])
    .where("users.email", "like", "consumer%@muitos.example")
    .execute();
  for (const { id, created_at } of sales)
    await db.transaction().execute(async (trx) => {
      const sale = await lockSale(trx, { saleId: id });
      if (sale) await resettle(trx, sale, "sale", created_at);
    });
  await sql`
    INSERT INTO disputes (id, sale_id, amount_cents, status, reason, created_at, due_by)
    SELECT 'du_muitos' || n, id, amount_cents, CASE n % 5 WHEN 0 THEN 'lost' WHEN 1 THEN 'released' ELSE 'open' END,
      (ARRAY['fraud', 'notReceived', 'other'])[1 + n % 3], now() - n * interval '1 hour',
      now() + (n % 20 - 1) * interval '1 day'
    FROM (SELECT sales.id, amount_cents, row_number() OVER (ORDER BY sales.id)::int AS n FROM sales
      JOIN users ON users.id = consumer_id WHERE email LIKE 'consumer%@muitos.example') AS disputed`.execute(
    db,
  );
  const asOf = clock();
  const { payouts, cents } = await loadNextBatch(db, { asOf });
  const prepared = await preparePayouts({ db, clock } as Services, {
    asOf,
    count: payouts.length,
    cents,
    by: by(),
  });
  if (!prepared.ok) throw new Error(`no batch could be prepared: ${prepared.error}`);
  return prepared.batchId;
}

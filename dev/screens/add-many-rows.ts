/** Hundreds of rows in each list, for `MANY=on npm run screens`. Ledger rows are posted as by a sale. */
import { sql } from "kysely";
import type { Actor } from "~/platform/session/actor.server";
import { loadNextBatch, preparePayouts } from "../../app/features/money/payouts/prepare-payouts.server";
import { resettle } from "../../app/features/orders/settlement/resettle.server";
import { lockSale } from "../../app/features/orders/settlement/settlement.queries.server";
import type { Services } from "../../app/platform/services";

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

interface Asked {
  by: () => Actor;
  creatorId: string;
  learnerId: string;
  rows?: number;
}

/** As the database's owner. Returns the id of a prepared batch of payouts. */
export async function addManyRows(
  { db, clock }: Pick<Services, "db" | "clock">,
  { by, creatorId, learnerId, rows = 500 }: Asked,
): Promise<string> {
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
    INSERT INTO videos (creator_id, title, description, price_cents, video_type, youtube_url, published_at)
    SELECT id, ${listOf(titles)} || ' ' || n, 'x', 4990, 'youtube', 'https://youtu.be/aqz-KE-bpKQ', now()
    FROM (SELECT id, row_number() OVER (ORDER BY email)::int AS n FROM users
      WHERE email LIKE 'creator%@muitos.example'
      UNION ALL SELECT ${creatorId}::uuid, n FROM generate_series(1, ${rows}) n) AS creators`.execute(db);
  const [own] = await db
    .selectFrom("videos")
    .select("id")
    .where("creator_id", "=", creatorId)
    .where("published_at", "is not", null)
    .orderBy("created_at")
    .limit(1)
    .execute();
  if (!own) throw new Error("the creator has no video");
  // Each buyer buys a video of a creator of their own and the creator's first one; the learner buys all of the former.
  await sql`
    WITH video AS (
      SELECT videos.id, row_number() OVER (ORDER BY videos.id)::int AS n FROM videos
      JOIN users ON users.id = creator_id WHERE email LIKE 'creator%@muitos.example'
    ), buyer AS (
      SELECT id, row_number() OVER (ORDER BY id)::int AS n FROM users WHERE email LIKE 'consumer%@muitos.example'
    ), pairs AS (
      SELECT video.id AS video_id, buyer.id AS consumer_id, n,
        (CASE WHEN n % 50 = 0 THEN 9999999 ELSE 990 + n * 10 END)::bigint AS cents
      FROM video JOIN buyer USING (n)
      UNION ALL SELECT ${own.id}::uuid, buyer.id, n, 4990 FROM buyer
      UNION ALL SELECT video.id, ${learnerId}::uuid, n, 4990 FROM video
    )
    INSERT INTO sales (video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents,
      creator_earnings_cents, payment_method, created_at)
    SELECT video_id, consumer_id, cents, 'BRL', 1500, (cents * 15 + 50) / 100, cents - (cents * 15 + 50) / 100,
      (ARRAY['card', 'pix', 'boleto'])[1 + n % 3], at
    FROM pairs, LATERAL (SELECT now() - interval '35 days' - n * interval '20 minutes' AS at) AS times`.execute(
    db,
  );
  const sales = await sql<Sale>`
    SELECT sales.id, sales.created_at AS at FROM sales JOIN users ON users.id = consumer_id
    WHERE (users.email LIKE 'consumer%@muitos.example' OR users.id = ${learnerId})
      AND sales.created_at < now() - interval '34 days'`.execute(db);
  await sql`UPDATE sales SET status = 'completed', paid_at = created_at, completed_at = created_at
    WHERE id = ANY(${sales.rows.map(({ id }) => id)})`.execute(db);
  await settle(db, sales.rows, "sale");
  await addOthers(db, { creatorId, learnerId, videoId: own.id, rows });
  const asOf = clock();
  const { payouts, cents } = await loadNextBatch(db, { asOf });
  const seen = { asOf, count: payouts.length, cents };
  const prepared = await preparePayouts({ db, clock }, { ...seen, by: by() });
  if (!prepared.ok) throw new Error(`no batch could be prepared: ${prepared.error}`);
  await sql`
    INSERT INTO disputes (id, sale_id, amount_cents, status, reason, created_at, due_by)
    SELECT 'du_muitos' || n, id, amount_cents, CASE n % 5 WHEN 0 THEN 'lost' WHEN 1 THEN 'released' ELSE 'open' END,
      (ARRAY['fraud', 'notReceived', 'other'])[1 + n % 3], now() - n * interval '1 hour',
      now() + (n % 20 - 1) * interval '1 day'
    FROM (SELECT sales.id, amount_cents, row_number() OVER (ORDER BY sales.id)::int AS n FROM sales
      JOIN users ON users.id = consumer_id WHERE email LIKE 'consumer%@muitos.example'
      LIMIT ${rows}) AS disputed`.execute(db);
  const disputed = await sql<Sale>`
    SELECT sale_id AS id, created_at AS at FROM disputes WHERE id LIKE 'du_muitos%'`.execute(db);
  await settle(db, disputed.rows, "dispute");
  return prepared.batchId;
}

interface Sale {
  id: string;
  at: Date;
}

/** As an event of the provider does. */
async function settle(db: Services["db"], sales: Sale[], reason: "sale" | "dispute"): Promise<void> {
  for (const { id, at } of sales)
    await db.transaction().execute(async (trx) => {
      const sale = await lockSale(trx, { saleId: id });
      if (sale) await resettle(trx, sale, reason, at);
    });
}

async function addOthers(
  db: Services["db"],
  { creatorId, learnerId, videoId, rows }: Omit<Required<Asked>, "by"> & { videoId: string },
): Promise<void> {
  await sql`
    INSERT INTO coupons (creator_id, code, percent, max_uses, ends_at, ended_at, created_at)
    SELECT creator_id, 'MUITOS-' || n, 1 + n % 15, n, CASE n % 3 WHEN 1 THEN now() + n * interval '1 day' END,
      CASE n % 4 WHEN 2 THEN now() END, now() - n * interval '1 hour'
    FROM generate_series(1, ${rows}) n, (VALUES (${creatorId}::uuid), (NULL)) AS owners (creator_id)`.execute(
    db,
  );
  await sql`
    WITH buyers AS (SELECT id, row_number() OVER (ORDER BY id)::int AS n FROM users
      WHERE email LIKE 'consumer%@muitos.example')
    INSERT INTO reviews (video_id, creator_id, author_id, rating, text, created_at)
    SELECT ${videoId}, ${creatorId}, id, 1 + n % 5, repeat('Muito bem explicado, passo a passo. ', 1 + n % 8),
      now() - n * interval '1 hour' FROM buyers`.execute(db);
  await sql`
    WITH buyers AS (SELECT id, row_number() OVER (ORDER BY id)::int AS n FROM users
      WHERE email LIKE 'consumer%@muitos.example')
    INSERT INTO question_posts (video_id, creator_id, author_id, second, text, created_at)
    SELECT ${videoId}, ${creatorId}, id, n, repeat('Como se faz esta parte? ', 1 + n % 8),
      now() - n * interval '1 hour' FROM buyers`.execute(db);
  await sql`
    INSERT INTO guest_invitations (product_id, email, created_at)
    SELECT ${videoId}, 'convidado-com-um-endereco-muito-comprido-' || n || '@muitos.example', now() - n * interval '1 hour'
    FROM generate_series(1, least(50, ${rows}::int)) n`.execute(db);
  await sql`
    INSERT INTO saved_videos (user_id, video_id, price_cents, saved_at)
    SELECT ${learnerId}, id, price_cents, now() FROM videos WHERE creator_id = ${creatorId} AND published_at IS NOT NULL
      AND deleted_at IS NULL ORDER BY id LIMIT least(100, ${rows}::int) ON CONFLICT DO NOTHING`.execute(db);
}

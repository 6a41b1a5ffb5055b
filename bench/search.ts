/** Among 1,000,000 videos: the app's query function against plain SQL. */
import type pg from "pg";
import { listShopVideos } from "../app/features/shop/catalog/shop-videos.queries.server";
import { videosPerPage } from "../app/features/videos/pictures/video-cards.queries.server";
import { openDatabase } from "../app/platform/db.server";
import type { Cursor } from "../app/platform/keyset";
import { onNewDatabase } from "../dev/postgres/new-database";
import { onServer } from "../dev/postgres/on-server";
import { explain, statementsOf } from "../tests/support/query-plan";
import { vacuum } from "./ledger-fill";
import { inTurn, median, timed } from "./load";
import { ms, type Row, verdict } from "./rows";

const videos = 1_000_000;
const creators = 2_000;
/** After 900,000 videos. */
const deep = { createdAt: new Date("2023-04-26T17:46:40Z"), id: "ffffffff-ffff-4fff-bfff-ffffffffffff" };

interface Question {
  what: string;
  search?: string;
  after?: Cursor;
  /** Plain SQL reads every row: measured once per round. */
  slow?: boolean;
  found: number;
}

const page = videosPerPage;
const questions: Question[] = [
  { what: "first page", found: page },
  { what: "page after 900,000 videos", after: deep, found: page },
  { what: "rare search (`raku`, 8 titles)", search: "raku", found: 8 },
  { what: "common search (`violão`, 13 %)", search: "violão", found: page },
  { what: "two words in any order (`15 violão`)", search: "15 violão", found: page },
  { what: "rare words in any order (`raku oficina`)", search: "raku oficina", found: 1 },
  { what: "one character (`a`, 97 %)", search: "a", found: page },
  { what: "`%` (in 3 titles of 1,000)", search: "%", found: page },
  { what: "`_` (in 143 titles)", search: "_", found: page, slow: true },
  { what: "an emoji in no title", search: "🎹", found: 0, slow: true },
  { what: "two letters in no title", search: "qz", found: 0, slow: true },
];

/** Medians of five rounds. Takes two to three minutes. */
export async function* measureSearch(): AsyncGenerator<Row> {
  yield* await onNewDatabase(async (url) => {
    await fillVideos(url, videos);
    const { db, pool } = openDatabase(url, () => {});
    try {
      const rows: Row[] = [];
      for (const question of questions) {
        const { what, search, after, slow = false } = question;
        const list = (listening: typeof db) => listShopVideos(listening, { search, after });
        const ask = async () => {
          const { rows } = await list(db);
          if (rows.length !== question.found) throw new Error(`${what}: ${rows.length} rows`);
        };
        const plain = plainSql(question);
        const askPlainly = async () => void (await pool.query(plain.text, plain.values));
        for (const warmUp of [ask, askPlainly]) await warmUp();
        const { app, bare } = await inTurn(5, timed(ask, 30), timed(askPlainly, slow ? 1 : 30));
        const statements = await statementsOf(pool, list);
        const plans: number[] = [];
        for (let time = 0; time < 15; time++) {
          let milliseconds = 0;
          for (const statement of statements) milliseconds += (await explain(pool, statement)).milliseconds;
          plans.push(milliseconds);
        }
        const database = median(plans);
        // Plain SQL can use an index unless it is slow.
        const met = database <= 50 && (slow || app / bare <= 2);
        rows.push({
          what: `Of 1,000,000 videos: ${what}, against plain SQL`,
          app: `${ms(app)}, ${ms(database)} of it at the database`,
          bare: ms(bare),
          result: `${(app / bare).toFixed(2)}×`,
          bar: verdict(met, slow ? "50 ms" : "at most 2×, 50 ms"),
        });
      }
      return rows;
    } finally {
      await db.destroy();
    }
  });
}

function plainSql({ search, after }: Question): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const given = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    "published_at IS NOT NULL AND deleted_at IS NULL",
    ...(search ? [`title ILIKE ${given(`%${search.replace(/[\\%_]/g, "\\$&")}%`)}`] : []),
    ...(after ? [`(videos.created_at, videos.id) < (${given(after.createdAt)}, ${given(after.id)})`] : []),
  ];
  const text = `
    SELECT videos.id, title, description, price_cents, videos.currency, thumbnail_url, videos.created_at, creator_id, full_name
    FROM videos JOIN creator_profiles ON user_id = creator_id
    WHERE ${conditions.join(" AND ")} ORDER BY videos.created_at DESC, videos.id DESC LIMIT ${page + 1}`;
  return { text, values };
}

/** Words with uneven frequency, a video every hundred seconds. Recreating the text indexes saves most of the time. */
async function fillVideos(url: string, videos: number): Promise<void> {
  await onServer(url, async (client) => {
    await withoutTextIndexes(client, async () => {
      await client.query("SELECT setseed(0.5)");
      await client.query(
        "INSERT INTO users (email) SELECT 'creator-' || n || '@example.com' FROM generate_series(1, $1::int) AS n",
        [creators],
      );
      await client.query(
        "INSERT INTO creator_profiles (user_id, full_name, email, country) SELECT id, 'Ana Criadora', email, 'Brasil' FROM users",
      );
      await client.query(
        `INSERT INTO videos (creator_id, title, description, price_cents, video_type, video_url, thumbnail_url,
         topic_slug, published_at, created_at)
       SELECT creators.ids[1 + n % $2::int],
         ($3::text[])[1 + floor(power(random(), 2) * cardinality($3::text[]))::int] || ' '
           || ($4::text[])[1 + floor(power(random(), 2) * cardinality($4::text[]))::int] || ', '
           || ($5::text[])[1 + floor(random() * cardinality($5::text[]))::int] || ' ' || 1 + floor(power(random(), 3) * 400)
           || CASE WHEN n % 300 = 0 THEN ' (100% prático)' WHEN n % 7000 = 11 THEN ' snake_case'
                WHEN n % 125000 = 5 THEN ' com raku' ELSE '' END,
         $6, 1000 + n % 9000, 'cloudflare', 'videos/' || n, '/thumbnails/' || n || '.webp',
         topics.slugs[1 + n * 7 % 15], at, at
       FROM generate_series(1, $1::int) AS n, (SELECT array_agg(user_id) AS ids FROM creator_profiles) AS creators,
         (SELECT array_agg(slug) AS slugs FROM topics) AS topics,
         LATERAL (SELECT timestamptz '2023-01-01Z' + n * interval '100 seconds' AS at) AS moment`,
        [
          videos,
          creators,
          subjects,
          promises,
          parts,
          "Em uma tarde você toca sua primeira música. Postura, afinação e os quatro primeiros acordes, com calma.",
        ],
      );
    });
    await vacuum(client);
  });
}

/** Inserting a million rows into a text index takes many minutes, recreating it takes seconds. */
async function withoutTextIndexes(client: pg.Client, fill: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    "SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE indexdef LIKE '% USING gin %'",
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${client.escapeIdentifier(name)}`);
  await fill();
  for (const { definition } of indexes) await client.query(definition);
}

const subjects =
  "Violão,Culinária,Inglês,Excel,Fotografia,Yoga,Marketing,Python,Costura,Pilates,Crochê,Teclado,Desenho,Bateria,Espanhol,Redação,Matemática,Física,Química,Jardinagem,Marcenaria,Cerveja artesanal,Panificação,Confeitaria,Maquiagem,Barbearia,Violino,Canto,Teatro,Dança de salão,Xadrez,Finanças,Investimentos,Direito,Concursos,Libras,Francês,Alemão,Japonês,Cerâmica,Aquarela,Bordado,Tricô,Natação,Corrida,Meditação,Astrologia,Programação,JavaScript,Edição de vídeo,Oratória,Vendas,Gestão de projetos,Contabilidade,Zumba,Capoeira,Kung fu,Web design,Photoshop,Blender".split(
    ",",
  );
const promises =
  "para iniciantes,do zero ao avançado,sem segredos,na prática,passo a passo,em casa,com o que você tem,completo,essencial,intensivo,em 30 dias,para crianças,para a terceira idade,com método,em família,no celular,de verdade,para quem tem pressa,com alma brasileira,ao ar livre".split(
    ",",
  );
const parts = "aula,módulo,parte,encontro,oficina,lição,capítulo,etapa".split(",");

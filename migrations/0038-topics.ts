import { type Kysely, sql } from "kysely";

/** What is for sale: the condition of `videos_shop_idx`. */
const inShop =
  "published_at IS NOT NULL AND deleted_at IS NULL AND suspended_at IS NULL AND NOT creator_suspended";

/** Slug, Portuguese and English name, family; in the order in which they are shown. */
const topics = [
  ["musica", "Música", "Music", "making"],
  ["fotografia", "Fotografia", "Photography", "making"],
  ["video-e-edicao", "Vídeo e edição", "Video and editing", "making"],
  ["costura-e-artesanato", "Costura e artesanato", "Sewing and crafts", "making"],
  ["desenho-e-design", "Desenho e design", "Drawing and design", "making"],
  ["culinaria", "Culinária", "Cooking", "home"],
  ["casa-e-jardim", "Casa e jardim", "Home and garden", "home"],
  ["saude-e-bem-estar", "Saúde e bem-estar", "Health and well-being", "body"],
  ["esporte-e-danca", "Esporte e dança", "Sports and dance", "body"],
  ["beleza-e-moda", "Beleza e moda", "Beauty and fashion", "body"],
  ["idiomas", "Idiomas", "Languages", "study"],
  ["programacao-e-tecnologia", "Programação e tecnologia", "Coding and technology", "study"],
  ["negocios-e-financas", "Negócios e finanças", "Business and finance", "study"],
  ["escola-e-ciencias", "Escola e ciências", "School and science", "study"],
] as const;

/**
 * The topics of the shop, one per video or none, and how often each video was sold: a running count of its completed
 * sales, kept by triggers of `sales`. An index for each order in which the shop is sorted; the price ascending is
 * indexed as its negative, so that the newest comes first among equals in every order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`
    CREATE TABLE topics (
      slug text PRIMARY KEY CHECK (slug ~ '^[a-z]+(-[a-z]+)*$'),
      name_pt text NOT NULL,
      name_en text NOT NULL,
      family text NOT NULL CHECK (family IN ('making', 'home', 'body', 'study')),
      position smallint NOT NULL UNIQUE
    )`);
  for (const [index, [slug, pt, en, family]] of topics.entries()) {
    await sql`INSERT INTO topics VALUES (${slug}, ${pt}, ${en}, ${family}, ${index + 1})`.execute(db);
  }
  await run(`
    ALTER TABLE videos
      ADD topic_slug text REFERENCES topics,
      ADD sales_count integer NOT NULL DEFAULT 0 CHECK (sales_count >= 0)`);
  await run(`
    UPDATE videos SET sales_count = sold.number
    FROM (SELECT video_id, count(*) AS number FROM sales WHERE status = 'completed' GROUP BY video_id) sold
    WHERE sold.video_id = videos.id`);

  const changes = {
    insert: ["NEW TABLE AS after", "SELECT video_id, 1 AS change FROM after WHERE status = 'completed'"],
    delete: ["OLD TABLE AS before", "SELECT video_id, -1 AS change FROM before WHERE status = 'completed'"],
    update: [
      "NEW TABLE AS after OLD TABLE AS before",
      `SELECT video_id, 1 AS change FROM after WHERE status = 'completed'
       UNION ALL SELECT video_id, -1 FROM before WHERE status = 'completed'`,
    ],
  } as const;
  for (const [event, [tables, changed]] of Object.entries(changes)) {
    await run(`
      CREATE FUNCTION sales_count_${event}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE videos SET sales_count = sales_count + changed.number
        FROM (
          SELECT video_id, sum(change)::integer AS number FROM (${changed}) rows GROUP BY video_id HAVING sum(change) <> 0
        ) changed
        WHERE changed.video_id = videos.id;
        RETURN NULL;
      END $$`);
    await run(`
      CREATE TRIGGER sales_count_${event} AFTER ${event} ON sales REFERENCING ${tables}
        FOR EACH STATEMENT EXECUTE FUNCTION sales_count_${event}()`);
  }

  const newestFirst = "created_at DESC, id DESC";
  const indexes = {
    videos_topic_idx: `topic_slug, ${newestFirst}`,
    videos_bestsellers_idx: `sales_count DESC, ${newestFirst}`,
    videos_price_down_idx: `price_cents DESC, ${newestFirst}`,
    videos_price_up_idx: `(-price_cents) DESC, ${newestFirst}`,
  };
  for (const [name, columns] of Object.entries(indexes))
    await run(`CREATE INDEX ${name} ON videos (${columns}) WHERE ${inShop}`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  for (const event of ["insert", "delete", "update"]) {
    await run(`DROP TRIGGER sales_count_${event} ON sales`);
    await run(`DROP FUNCTION sales_count_${event}`);
  }
  await run(
    "DROP INDEX videos_bestsellers_idx, videos_price_down_idx, videos_price_up_idx, videos_topic_idx",
  );
  await run("ALTER TABLE videos DROP topic_slug, DROP sales_count");
  await run("DROP TABLE topics");
}

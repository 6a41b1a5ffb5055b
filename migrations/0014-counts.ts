import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** What is for sale, and so in the shop. */
const forSale =
  "published_at IS NOT NULL AND deleted_at IS NULL AND suspended_at IS NULL AND NOT creator_suspended";

/** What is counted, and which of its rows. */
const counted = [
  ["creators", "creator_profiles", "true"],
  ["consumers", "consumer_profiles", "true"],
  ["videos", "videos", forSale],
] as const;

/** The events after which rows are counted again, with the rows that a statement changed, and a count of these. */
const countedEvents = (count: (rows: "after" | "before", sign: "" | "-") => string, join: string) =>
  [
    ["insert", "NEW TABLE AS after", count("after", "")],
    ["delete", "OLD TABLE AS before", count("before", "-")],
    [
      "update",
      "OLD TABLE AS before NEW TABLE AS after",
      `${count("after", "")}${join}${count("before", "-")}`,
    ],
  ] as const;

/**
 * Counts that pages read instead of counting a million rows, each kept by triggers: of people and videos, of sales by
 * video, of videos by creator; and the words that the search knows. The views hold the counts against the rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  const trigger = (name: string, table: string, event: string, rows: string, call: string) =>
    run(
      `CREATE TRIGGER ${name} AFTER ${event} ON ${table} REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION ${call}()`,
    );

  await run(`
    CREATE FUNCTION run_count(counted text, more bigint) RETURNS void LANGUAGE sql SECURITY DEFINER SET ${path} AS $$
      INSERT INTO running_counts AS c VALUES (counted, pg_backend_pid() & 15, more)
        ON CONFLICT (kind, part) DO UPDATE SET number = c.number + EXCLUDED.number
    $$`);
  await run("REVOKE ALL ON FUNCTION run_count FROM PUBLIC");
  for (const [kind, table, which] of counted) {
    await run(`INSERT INTO running_counts VALUES ('${kind}', 0, 0)`);
    const count = (rows: string, sign: string) => `${sign}(SELECT count(*) FROM ${rows} WHERE ${which})`;
    for (const [event, rows, change] of countedEvents(count, " ")) {
      if (event === "update" && which === "true") continue;
      await run(`
        CREATE FUNCTION count_${kind}_${event}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
        DECLARE more bigint := ${change};
        BEGIN
          IF more <> 0 THEN PERFORM run_count('${kind}', more); END IF;
          RETURN NULL;
        END $$`);
      await trigger(`${table}_count_${event}`, table, event, rows, `count_${kind}_${event}`);
    }
  }
  const there = counted.map(
    ([kind, table, which]) => `SELECT '${kind}' AS kind, count(*) AS number FROM ${table} WHERE ${which}`,
  );
  await run(`
    CREATE VIEW count_violations AS
    SELECT kind, coalesce(c.number, 0)::bigint AS counted, coalesce(r.number, 0)::bigint AS there
    FROM (SELECT kind, sum(number) AS number FROM running_counts GROUP BY kind) c
      FULL JOIN (${there.join(" UNION ALL ")}) r USING (kind)
    WHERE coalesce(c.number, 0) <> coalesce(r.number, 0)`);

  const soldBy = (rows: string, sign: string) =>
    `SELECT video_id, ${sign}1 AS change FROM ${rows} WHERE status = 'completed'`;
  for (const [event, rows, change] of countedEvents(soldBy, " UNION ALL ")) {
    await run(`
      CREATE FUNCTION sales_count_${event}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE videos SET sales_count = sales_count + changed.number
        FROM (
          SELECT video_id, sum(change)::integer AS number FROM (${change}) rows GROUP BY video_id HAVING sum(change) <> 0
        ) changed
        WHERE changed.video_id = videos.id;
        RETURN NULL;
      END $$`);
    await trigger(`sales_count_${event}`, "sales", event, rows, `sales_count_${event}`);
  }

  const shownBy = (rows: string, sign: string) =>
    `SELECT creator_id, ${sign}count(*) AS more FROM ${rows} WHERE ${forSale} GROUP BY creator_id`;
  for (const [event, rows, change] of countedEvents(shownBy, " UNION ALL ")) {
    await run(`
      CREATE FUNCTION count_creator_videos_${event}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM add_figures(creator_id, 0, 0, 0, sum(more)::integer) FROM (${change}) AS changes
          GROUP BY creator_id HAVING sum(more) <> 0 ORDER BY creator_id;
        RETURN NULL;
      END $$`);
    await trigger(`videos_creator_count_${event}`, "videos", event, rows, `count_creator_videos_${event}`);
  }
  await run(`
    CREATE VIEW figure_violations AS
    SELECT 'access' AS kind, r.id, r.has_access::text AS kept, (NOT r.has_access)::text AS there FROM reviews r
      WHERE r.has_access <> EXISTS (SELECT FROM access_grants g
        WHERE g.product_id = r.video_id AND g.user_id = r.author_id AND g.revoked_at IS NULL)
    UNION ALL
    SELECT 'video', v.id, ROW(v.review_count, v.rating_total, v.rating_counts, v.rating_rank)::text,
      ROW(coalesce(r.n, 0), coalesce(r.total, 0), coalesce(r.counts, '{0,0,0,0,0}'), rating_rank_of(coalesce(r.n, 0), coalesce(r.total, 0)))::text
      FROM videos v LEFT JOIN (
        SELECT video_id, count(*)::integer AS n, sum(rating)::integer AS total,
          ARRAY[count(*) FILTER (WHERE rating = 1), count(*) FILTER (WHERE rating = 2), count(*) FILTER (WHERE rating = 3),
            count(*) FILTER (WHERE rating = 4), count(*) FILTER (WHERE rating = 5)]::integer[] AS counts
        FROM reviews WHERE shown AND bought GROUP BY video_id) r ON r.video_id = v.id
      WHERE (v.review_count, v.rating_total, v.rating_counts, v.rating_rank) IS DISTINCT FROM
        (coalesce(r.n, 0), coalesce(r.total, 0), coalesce(r.counts, '{0,0,0,0,0}'), rating_rank_of(coalesce(r.n, 0), coalesce(r.total, 0)))
    UNION ALL
    SELECT 'creator', id, kept::text, there::text FROM (
      SELECT u.id,
        ROW(coalesce(f.review_count, 0), coalesce(f.rating_total, 0), coalesce(f.student_count, 0), coalesce(f.video_count, 0)) AS kept,
        ROW(coalesce(r.n, 0), coalesce(r.total, 0), coalesce(s.n, 0), coalesce(v.n, 0)) AS there
      FROM users u
        LEFT JOIN creator_figures f ON f.creator_id = u.id
        LEFT JOIN (SELECT creator_id, count(*)::integer AS n, sum(rating)::integer AS total FROM reviews WHERE shown AND bought GROUP BY 1) r
          ON r.creator_id = u.id
        LEFT JOIN (SELECT creator_id, count(DISTINCT user_id)::integer AS n FROM access_grants JOIN videos
          ON videos.id = product_id WHERE revoked_at IS NULL GROUP BY 1) s ON s.creator_id = u.id
        LEFT JOIN (SELECT creator_id, count(*)::integer AS n FROM videos WHERE ${forSale} GROUP BY 1) v ON v.creator_id = u.id
    ) AS figures WHERE kept <> there
    UNION ALL
    SELECT 'bought', r.id, r.bought::text, (NOT r.bought)::text FROM reviews r
      WHERE r.has_access AND r.bought = EXISTS (SELECT FROM access_grants g WHERE g.product_id = r.video_id
        AND g.user_id = r.author_id AND g.revoked_at IS NULL AND g.reason NOT IN ('sale', 'gift', 'lessons'))`);

  for (const [table, column] of [
    ["videos", "title"],
    ["creator_profiles", "full_name"],
  ]) {
    const keep = (rows: string, text: string) => `
      INSERT INTO shop_words
        SELECT DISTINCT found.word FROM ${rows}plain_words(plain(${text})) AS found (word)
        WHERE NOT EXISTS (SELECT FROM shop_words WHERE shop_words.word = found.word) ORDER BY found.word
        ON CONFLICT DO NOTHING`;
    for (const [event, statement] of [
      ["insert", keep("after, ", `${column}`)],
      ["update", keep("", `NEW.${column}`)],
    ])
      await run(`
        CREATE FUNCTION ${table}_keep_words_${event}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN ${statement}; RETURN NULL; END $$`);
    await trigger(
      `${table}_keep_words_insert`,
      table as string,
      "INSERT",
      "NEW TABLE AS after",
      `${table}_keep_words_insert`,
    );
    await run(`
      CREATE TRIGGER ${table}_keep_words_update AFTER UPDATE OF ${column} ON ${table} FOR EACH ROW
        WHEN (OLD.${column} <> NEW.${column}) EXECUTE FUNCTION ${table}_keep_words_update()`);
  }
}

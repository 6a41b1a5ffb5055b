import { type Kysely, sql } from "kysely";

/** What is counted, and which of its rows. The videos are those in the shop, by the condition of `videos_shop_idx`. */
const counted = [
  ["creators", "creator_profiles", "true"],
  ["consumers", "consumer_profiles", "true"],
  [
    "videos",
    "videos",
    "published_at IS NOT NULL AND deleted_at IS NULL AND suspended_at IS NULL AND NOT creator_suspended",
  ],
] as const;

/**
 * How many creators, consumers and videos for sale there are: running counts for the administrators' dashboard, where counting
 * a million rows takes half a second. Kept by triggers; the view `count_violations` holds them against the rows. A count
 * has sixteen parts, by the connection that writes, so that people who register at once seldom wait for each other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`
    CREATE TABLE running_counts (
      kind text NOT NULL,
      part smallint NOT NULL,
      number bigint NOT NULL,
      PRIMARY KEY (kind, part)
    )`);
  await run(`
    CREATE FUNCTION run_count(counted text, more bigint) RETURNS void LANGUAGE sql AS $$
      INSERT INTO running_counts AS c VALUES (counted, pg_backend_pid() & 15, more)
        ON CONFLICT (kind, part) DO UPDATE SET number = c.number + EXCLUDED.number
    $$`);
  for (const [kind, table, which] of counted) {
    await run(`INSERT INTO running_counts SELECT '${kind}', 0, count(*) FROM ${table} WHERE ${which}`);
    const of = (rows: string) => `(SELECT count(*) FROM ${rows} WHERE ${which})`;
    for (const [event, rows, change] of [
      ["insert", "NEW TABLE AS after", of("after")],
      ["delete", "OLD TABLE AS before", `-${of("before")}`],
      ["update", "NEW TABLE AS after OLD TABLE AS before", `${of("after")} - ${of("before")}`],
    ] as const) {
      if (event === "update" && which === "true") continue;
      await run(`
        CREATE FUNCTION count_${kind}_${event}() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE more bigint := ${change};
        BEGIN
          IF more <> 0 THEN PERFORM run_count('${kind}', more); END IF;
          RETURN NULL;
        END $$`);
      await run(`
        CREATE TRIGGER ${table}_count_${event} AFTER ${event} ON ${table} REFERENCING ${rows}
          FOR EACH STATEMENT EXECUTE FUNCTION count_${kind}_${event}()`);
    }
  }
  const rows = counted.map(
    ([kind, table, which]) => `SELECT '${kind}' AS kind, count(*) AS number FROM ${table} WHERE ${which}`,
  );
  await run(`
    CREATE VIEW count_violations AS
    SELECT kind, coalesce(c.number, 0)::bigint AS counted, coalesce(r.number, 0)::bigint AS there
    FROM (SELECT kind, sum(number) AS number FROM running_counts GROUP BY kind) c
      FULL JOIN (${rows.join(" UNION ALL ")}) r USING (kind)
    WHERE coalesce(c.number, 0) <> coalesce(r.number, 0)`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("DROP VIEW count_violations");
  for (const [kind, table, which] of counted) {
    for (const event of ["insert", "delete", "update"]) {
      if (event === "update" && which === "true") continue;
      await run(`DROP TRIGGER ${table}_count_${event} ON ${table}`);
      await run(`DROP FUNCTION count_${kind}_${event}`);
    }
  }
  await run("DROP FUNCTION run_count");
  await run("DROP TABLE running_counts");
}

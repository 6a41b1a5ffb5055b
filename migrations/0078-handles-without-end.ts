import { type Kysely, sql } from "kysely";

/**
 * A name that the numbers no longer suffice for (names in other scripts all become "criador") gets a random ending. Before,
 * the search for a free number never ended, and nobody else could register meanwhile.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await replaceFreeHandle(
    db,
    `CASE
      WHEN tries <= 20 THEN base || '-' || tries
      WHEN tries <= 40 THEN base || '-' || (10000 + floor(random() * 90000)::integer)
      ELSE left(base, 17) || '-' || left(replace(gen_random_uuid()::text, '-', ''), 12) END`,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await replaceFreeHandle(
    db,
    "base || '-' || CASE WHEN tries <= 20 THEN tries ELSE 10000 + floor(random() * 90000)::integer END",
  );
}

/** @param candidate the SQL of the handle to try after `base` itself, from the number of `tries` */
async function replaceFreeHandle(db: Kysely<unknown>, candidate: string): Promise<void> {
  await sql
    .raw(`
    CREATE OR REPLACE FUNCTION free_handle(name text) RETURNS text LANGUAGE plpgsql AS $$
    DECLARE
      base text := handle_base(name);
      candidate text;
      tries integer := 1;
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended('creator handles', 0));
      IF EXISTS (SELECT FROM creator_handles WHERE handle = base AND creator_id IS NULL) THEN base := 'criador'; END IF;
      candidate := base;
      WHILE EXISTS (SELECT FROM creator_handles WHERE handle = candidate)
        OR EXISTS (SELECT FROM creator_profiles WHERE handle = candidate)
        OR is_retired(candidate) LOOP
        tries := tries + 1;
        candidate := ${candidate};
      END LOOP;
      RETURN candidate;
    END $$`)
    .execute(db);
}

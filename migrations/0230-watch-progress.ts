import { type Kysely, sql } from "kysely";

/**
 * Which seconds of a video someone has watched, and when they completed it
 * (docs/decisions/0147-progress-is-what-was-watched.md). What was stored before was the position alone: it counts as
 * watched up to there. The row stays when the position is 0.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION count_seconds(ranges int4multirange) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN (SELECT coalesce(sum(upper(part) - lower(part)), 0)::integer FROM unnest(ranges) AS part)`.execute(
    db,
  );
  await sql`
    ALTER TABLE watch_positions ADD watched int4multirange NOT NULL DEFAULT '{}',
      ADD watched_seconds integer NOT NULL DEFAULT 0, ADD done_at timestamptz(3)`.execute(db);
  await sql`ALTER TABLE watch_positions DROP CONSTRAINT watch_positions_seconds_check`.execute(db);
  await sql`
    ALTER TABLE watch_positions ADD CONSTRAINT watch_positions_seconds_check
      CHECK (seconds BETWEEN 0 AND 604800) NOT VALID`.execute(db);
  await sql`
    ALTER TABLE watch_positions ADD CONSTRAINT watch_positions_watched_check
      CHECK (watched <@ int4range(0, 604801) AND pg_column_size(watched) <= 4000) NOT VALID`.execute(db);
  // The sum is the database's own, so that no statement can store another.
  await sql`
    CREATE FUNCTION sum_watched_seconds() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.watched_seconds := count_seconds(NEW.watched);
      RETURN NEW;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER watch_positions_sum_watched_seconds BEFORE INSERT OR UPDATE ON watch_positions
      FOR EACH ROW EXECUTE FUNCTION sum_watched_seconds()`.execute(db);
  await sql`
    UPDATE watch_positions SET watched = int4multirange(int4range(0, seconds)) WHERE watched = '{}'`.execute(
    db,
  );
  await sql`ALTER TABLE watch_positions VALIDATE CONSTRAINT watch_positions_seconds_check`.execute(db);
  await sql`ALTER TABLE watch_positions VALIDATE CONSTRAINT watch_positions_watched_check`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TRIGGER watch_positions_sum_watched_seconds ON watch_positions`.execute(db);
  await sql`
    ALTER TABLE watch_positions DROP watched_seconds, DROP watched, DROP done_at,
      DROP CONSTRAINT watch_positions_seconds_check`.execute(db);
  await sql`DELETE FROM watch_positions WHERE seconds = 0`.execute(db);
  await sql`
    ALTER TABLE watch_positions
      ADD CONSTRAINT watch_positions_seconds_check CHECK (seconds BETWEEN 1 AND 604800)`.execute(db);
  await sql`DROP FUNCTION sum_watched_seconds`.execute(db);
  await sql`DROP FUNCTION count_seconds`.execute(db);
}

import { type Kysely, sql } from "kysely";

/**
 * Visits of sales pages and previews played, as sums by video, day in São Paulo and source; and the source from which a
 * purchase was begun (docs/decisions/0210-visits-are-sums.md). A sale without a row was begun from no known source.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE video_visits (
      video_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
      day date NOT NULL,
      source text NOT NULL CHECK (length(source) BETWEEN 1 AND 80),
      views integer NOT NULL CHECK (views >= 0),
      previews integer NOT NULL CHECK (previews >= 0),
      PRIMARY KEY (video_id, day, source)
    )`.execute(db);
  await sql`CREATE INDEX video_visits_day_idx ON video_visits (day)`.execute(db);
  await sql`
    CREATE TABLE sale_sources (
      sale_id uuid PRIMARY KEY REFERENCES sales ON DELETE CASCADE,
      source text NOT NULL CHECK (length(source) BETWEEN 1 AND 80)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE sale_sources`.execute(db);
  await sql`DROP TABLE video_visits`.execute(db);
}

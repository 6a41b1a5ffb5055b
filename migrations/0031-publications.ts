import { type Kysely, sql } from "kysely";

/**
 * When each creator published a video, kept for the ceiling of a day also after the video is deleted; and the ceilings that
 * an operator set for one account, NULL being the usual ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE publications (
      creator_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      published_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX publications_creator_idx ON publications (creator_id, published_at)`.execute(db);
  await sql`CREATE INDEX publications_published_at_idx ON publications (published_at)`.execute(db);
  await sql`
    CREATE FUNCTION note_publication() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO publications VALUES (NEW.creator_id, NEW.published_at);
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER videos_note_publication AFTER UPDATE OF published_at ON videos FOR EACH ROW
      WHEN (OLD.published_at IS NULL AND NEW.published_at IS NOT NULL) EXECUTE FUNCTION note_publication()`.execute(
    db,
  );
  await sql`
    ALTER TABLE users
      ADD videos_a_day integer CHECK (videos_a_day >= 0),
      ADD checkouts_an_hour integer CHECK (checkouts_an_hour >= 0)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users DROP videos_a_day, DROP checkouts_an_hour`.execute(db);
  await sql`DROP TRIGGER videos_note_publication ON videos`.execute(db);
  await sql`DROP FUNCTION note_publication()`.execute(db);
  await sql`DROP TABLE publications`.execute(db);
}

import { type Kysely, sql } from "kysely";

/**
 * A learner's own notes at a moment of a video. The same text at the same second is one note, so that a request that
 * is sent again adds nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE notes (
    id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    video_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
    second integer NOT NULL CHECK (second BETWEEN 0 AND 604800),
    text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
    created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL
  )`.execute(db);
  await sql`CREATE UNIQUE INDEX notes_person_moment_idx ON notes (user_id, video_id, second, md5(text))`.execute(
    db,
  );
  await sql`CREATE INDEX notes_video_idx ON notes (video_id)`.execute(db);
  await sql`CREATE TRIGGER notes_refuse_erased AFTER INSERT ON notes
    FOR EACH ROW EXECUTE FUNCTION refuse_erased('user_id')`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE notes`.execute(db);
}

import { type Kysely, sql } from "kysely";

/**
 * What a creator has typed of a video that is not published. `fields`: the text fields of the upload form by name. The
 * browser chooses the id, so that a repeated request saves the same draft. `revision` grows with every save.
 * `video_id`: its file, where it arrives while the form is still filled in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE video_drafts (
  id uuid PRIMARY KEY,
  creator_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  fields jsonb NOT NULL CHECK (jsonb_typeof(fields) = 'object' AND octet_length(fields::text) <= 41000),
  revision integer NOT NULL CHECK (revision >= 0), video_id uuid UNIQUE REFERENCES videos ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL, saved_at timestamptz(3) NOT NULL
);
CREATE INDEX video_drafts_creator_idx ON video_drafts (creator_id, saved_at DESC, id);
CREATE INDEX video_drafts_saved_idx ON video_drafts (saved_at);
CREATE TRIGGER video_drafts_refuse_erased AFTER INSERT ON video_drafts
  FOR EACH ROW EXECUTE FUNCTION refuse_erased('creator_id');`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE video_drafts`.execute(db);
}

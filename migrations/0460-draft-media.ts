import { type Kysely, sql } from "kysely";

/**
 * The picture and the trailer that were chosen for a draft. `trailer_seconds`: its length, where it can be shown as it
 * is; null where it waits to be encoded. `trailer_name`: the name of the chosen file.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- locks: a creator has few drafts
ALTER TABLE video_drafts ADD thumbnail_url text, ADD trailer_key text, ADD trailer_name text, ADD trailer_seconds real,
  ADD CONSTRAINT video_drafts_thumbnail_url_check CHECK (thumbnail_url <> '' AND length(thumbnail_url) <= 500),
  ADD CONSTRAINT video_drafts_trailer_key_check CHECK (trailer_key <> '' AND length(trailer_key) <= 500),
  ADD CONSTRAINT video_drafts_trailer_name_check CHECK (length(trailer_name) <= 255),
  ADD CONSTRAINT video_drafts_trailer_seconds_check CHECK (trailer_seconds > 0),
  ADD CONSTRAINT video_drafts_trailer_check CHECK ((trailer_key IS NULL) = (trailer_name IS NULL)
    AND (trailer_seconds IS NULL OR trailer_key IS NOT NULL));
-- locks: a creator has few drafts
CREATE INDEX video_drafts_trailer_idx ON video_drafts (trailer_key) WHERE trailer_key IS NOT NULL;`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE video_drafts DROP thumbnail_url, DROP trailer_key, DROP trailer_name, DROP trailer_seconds`.execute(
    db,
  );
}

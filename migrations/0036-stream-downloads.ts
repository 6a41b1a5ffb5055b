import { type Kysely, sql } from "kysely";

/** Sizes of the files that the streaming service makes of a video for downloading, so that it is asked for them once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE video_streams
    ADD COLUMN mp4_bytes bigint CHECK (mp4_bytes >= 0),
    ADD COLUMN sound_bytes bigint CHECK (sound_bytes >= 0)`.execute(db);
  await sql`COMMENT ON COLUMN video_streams.mp4_bytes IS
    'data: none. Size of the MP4; null while unknown, 0 where the service could not make it.'`.execute(db);
  await sql`COMMENT ON COLUMN video_streams.sound_bytes IS
    'data: none. The same of the sound alone.'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE video_streams DROP COLUMN mp4_bytes, DROP COLUMN sound_bytes`.execute(db);
}

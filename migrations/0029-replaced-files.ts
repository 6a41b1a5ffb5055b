import { type Kysely, sql } from "kysely";

/**
 * Where a video's file was before its conversion: a player that began with the old file may go on with it for an hour,
 * and its link is checked against the video's buyers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE videos ADD replaced_url text UNIQUE`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE videos DROP replaced_url`.execute(db);
}

import { type Kysely, sql } from "kysely";

/** `ordered`: whether a creator's videos are locked in the order of all others before they change. */
function tellVideos(ordered: boolean): string {
  const lock = (creator: string) =>
    ordered
      ? `
    PERFORM FROM videos WHERE creator_id = ${creator} ORDER BY video_type <> 'course', id FOR NO KEY UPDATE;`
      : "";
  return `
CREATE OR REPLACE FUNCTION creators_tell_videos() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN${lock("NEW.user_id")}
    UPDATE videos SET creator_plain = ' ' || plain(NEW.full_name) WHERE creator_id = NEW.user_id;
    RETURN NULL;
  END $$;
CREATE OR REPLACE FUNCTION users_tell_videos() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN${lock("NEW.id")}
    UPDATE videos SET creator_suspended = NEW.suspended_at IS NOT NULL WHERE creator_id = NEW.id;
    RETURN NULL;
  END $$;`;
}

/** A suspension and a new name lock courses before lessons, as sales and changes of courses do (0007-access). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tellVideos(true)).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tellVideos(false)).execute(db);
}

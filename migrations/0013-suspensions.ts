import { type Kysely, sql } from "kysely";

/**
 * Accounts and videos that an administrator suspended (docs/decisions/0022-suspension.md). A suspended creator's videos
 * leave the shop: each carries along whether its creator is suspended, so that the shop's index holds what is for sale
 * and nothing else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db);

  await run(sql`ALTER TABLE users ADD suspended_at timestamptz(3)`);
  await run(sql`
    ALTER TABLE videos ADD suspended_at timestamptz(3), ADD creator_suspended boolean NOT NULL DEFAULT false`);

  // Locks the creator's row: a suspension waits for a concurrent new video and includes it, and a new video waits for a
  // concurrent suspension and sees it.
  await run(sql`
    CREATE FUNCTION videos_know_creator() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      SELECT suspended_at IS NOT NULL INTO NEW.creator_suspended FROM users WHERE id = NEW.creator_id FOR SHARE;
      NEW.creator_suspended := coalesce(NEW.creator_suspended, false);
      RETURN NEW;
    END $$`);
  await run(sql`
    CREATE TRIGGER videos_know_creator BEFORE INSERT ON videos FOR EACH ROW EXECUTE FUNCTION videos_know_creator()`);
  await run(sql`
    CREATE FUNCTION users_tell_videos() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE videos SET creator_suspended = NEW.suspended_at IS NOT NULL WHERE creator_id = NEW.id;
      RETURN NULL;
    END $$`);
  await run(sql`
    CREATE TRIGGER users_tell_videos AFTER UPDATE OF suspended_at ON users FOR EACH ROW
      WHEN ((OLD.suspended_at IS NULL) <> (NEW.suspended_at IS NULL)) EXECUTE FUNCTION users_tell_videos()`);

  await run(sql`DROP INDEX videos_shop_idx`);
  await run(sql`
    CREATE INDEX videos_shop_idx ON videos (created_at DESC, id DESC)
    WHERE published_at IS NOT NULL AND deleted_at IS NULL AND suspended_at IS NULL AND NOT creator_suspended`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TRIGGER users_tell_videos ON users`.execute(db);
  await sql`DROP TRIGGER videos_know_creator ON videos`.execute(db);
  await sql`DROP FUNCTION users_tell_videos, videos_know_creator`.execute(db);
  await sql`DROP INDEX videos_shop_idx`.execute(db);
  await sql`ALTER TABLE videos DROP suspended_at, DROP creator_suspended`.execute(db);
  await sql`ALTER TABLE users DROP suspended_at`.execute(db);
  await sql`
    CREATE INDEX videos_shop_idx ON videos (created_at DESC, id DESC)
    WHERE published_at IS NOT NULL AND deleted_at IS NULL`.execute(db);
}

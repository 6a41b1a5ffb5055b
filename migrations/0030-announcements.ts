import { type Kysely, sql } from "kysely";

/** Guards of personal data: no row about an account that is erased. */
const guards = [
  ["announcements", "creator_id"],
  ["announcement_reports", "reporter_id"],
  ["creator_follows", "user_id"],
] as const;

/**
 * Announcements of creators to their buyers and followers, and who follows a creator. The outcomes of an announcement's
 * mails are counted as they end, because mails are deleted after 13 months.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`
    CREATE TABLE announcements (
      id uuid DEFAULT gen_random_uuid() PRIMARY KEY, creator_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      audience text NOT NULL CHECK (audience IN ('buyers', 'followers')),
      product_id uuid REFERENCES videos ON DELETE CASCADE,
      subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 120),
      text text NOT NULL CHECK (length(text) BETWEEN 1 AND 5000), created_at timestamptz(3) NOT NULL,
      posted integer DEFAULT 0 NOT NULL CHECK (posted >= 0), sent integer DEFAULT 0 NOT NULL CHECK (sent >= 0),
      refused integer DEFAULT 0 NOT NULL CHECK (refused >= 0), skipped integer DEFAULT 0 NOT NULL CHECK (skipped >= 0),
      hidden_at timestamptz(3), hidden_reason text CHECK (length(hidden_reason) BETWEEN 1 AND 500),
      report_count integer DEFAULT 0 NOT NULL, reported_at timestamptz(3),
      CONSTRAINT announcements_audience_product_check CHECK (audience = 'buyers' OR product_id IS NULL),
      CONSTRAINT announcements_hidden_whole_check CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL)),
      CONSTRAINT announcements_reported_check CHECK ((report_count >= 0) AND ((report_count > 0) = (reported_at IS NOT NULL)))
    )`);
  await run("CREATE INDEX announcements_creator_idx ON announcements (creator_id, created_at DESC, id DESC)");
  await run(
    "CREATE INDEX announcements_product_idx ON announcements (product_id, created_at DESC) WHERE product_id IS NOT NULL",
  );
  for (const moment of ["hidden_at", "reported_at"])
    await run(`CREATE INDEX announcements_${moment.replace("_at", "")}_idx ON announcements (${moment} DESC, id DESC)
      WHERE ${moment} IS NOT NULL`);
  await run(`
    CREATE TABLE announcement_reports (
      announcement_id uuid NOT NULL REFERENCES announcements ON DELETE CASCADE,
      reporter_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      reason text DEFAULT '' NOT NULL CHECK (length(reason) <= 500), created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (announcement_id, reporter_id)
    )`);
  await run(`
    CREATE TABLE creator_follows (
      creator_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE, followed_at timestamptz(3) NOT NULL,
      PRIMARY KEY (creator_id, user_id), CONSTRAINT creator_follows_own_check CHECK (creator_id <> user_id)
    )`);
  await run("CREATE INDEX creator_follows_user_idx ON creator_follows (user_id, creator_id)");
  await run("ALTER TABLE creator_profiles ADD followers_told_at timestamptz(3)");
  await run(`
    CREATE FUNCTION count_announcement_mail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE announcements SET sent = sent + (NEW.status IN ('sent', 'unconfirmed'))::integer,
        refused = refused + (NEW.status = 'refused')::integer, skipped = skipped + (NEW.status = 'skipped')::integer
      WHERE id = (NEW.facts ->> 'announcementId')::uuid;
      RETURN NULL;
    END $$`);
  await run(`
    CREATE TRIGGER mails_count_announcement AFTER UPDATE OF status ON mails FOR EACH ROW
      WHEN (OLD.status = 'waiting' AND NEW.status <> 'waiting' AND NEW.kind IN ('announcement', 'news'))
      EXECUTE FUNCTION count_announcement_mail()`);
  for (const [table, column] of guards)
    await run(`CREATE TRIGGER ${table}_refuse_erased AFTER INSERT ON ${table} FOR EACH ROW
      EXECUTE FUNCTION refuse_erased('${column}')`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("DROP TRIGGER mails_count_announcement ON mails");
  await run("DROP FUNCTION count_announcement_mail()");
  await run("ALTER TABLE creator_profiles DROP followers_told_at");
  await run("DROP TABLE creator_follows, announcement_reports, announcements");
}

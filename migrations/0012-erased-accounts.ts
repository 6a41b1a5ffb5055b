import { type Kysely, sql } from "kysely";

/** Tables of which every new row is about a person, by `user_id`. */
const tables = `
  user_roles sessions password_resets email_confirmations recovery_codes passkeys passkey_challenges
  second_factors second_factor_removals unfinished_sign_ins terms_acceptances account_changes undo_links
  data_exports mail_choices watch_positions`
  .trim()
  .split(/\s+/);

/**
 * Statements that write about a person: the table, the column with the account, the events, a condition, a name beside
 * the table's.
 */
const others: [table: string, column: string, events: string, when?: string, part?: string][] = [
  ["audit_entries", "actor_id", "INSERT"],
  ["users", "id", "UPDATE OF email, google_name, google_sub, password_hash", "OLD.erased_at IS NOT NULL"],
  ["consumer_profiles", "user_id", "INSERT OR UPDATE OF full_name, email"],
  [
    "creator_profiles",
    "user_id",
    "INSERT OR UPDATE OF full_name, email, country, handle, bio, links, portrait_key, payment_method, pix_key, bank_name, bank_account_number, card_last4, card_holder_name",
  ],
  ["creator_profiles", "user_id", "UPDATE OF tax_id", "NEW.tax_id IS NOT NULL", "tax_id"],
  ["videos", "creator_id", "INSERT OR UPDATE OF title, description, outcomes"],
  ["publications", "creator_id", "INSERT"],
  ["share_pictures", "subject_id", "INSERT"],
  ["sales", "consumer_id", "INSERT"],
  ["refunds", "requested_by", "INSERT"],
  ["reviews", "author_id", "INSERT OR UPDATE OF rating, text"],
  ["reviews", "creator_id", "UPDATE OF reply", "NEW.reply IS NOT NULL", "reply"],
  ["review_reports", "reporter_id", "INSERT"],
  ["payout_details_changes", "creator_id", "INSERT"],
];

/**
 * Refuses what is written about a person whose account is erased: a request may have begun before that
 * (docs/decisions/0073-erasure-and-own-data.md). The lock waits for an erasure under way, and makes it wait for this
 * transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`
    CREATE FUNCTION refuse_erased() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      account uuid;
      erased timestamptz;
    BEGIN
      IF TG_ARGV[0] = 'user_id' THEN account := NEW.user_id;
      ELSIF TG_ARGV[0] = 'creator_id' THEN account := NEW.creator_id;
      ELSIF TG_ARGV[0] = 'consumer_id' THEN account := NEW.consumer_id;
      ELSIF TG_ARGV[0] = 'author_id' THEN account := NEW.author_id;
      ELSIF TG_ARGV[0] = 'actor_id' THEN account := NEW.actor_id;
      ELSIF TG_ARGV[0] = 'reporter_id' THEN account := NEW.reporter_id;
      ELSIF TG_ARGV[0] = 'requested_by' THEN account := NEW.requested_by;
      ELSIF TG_ARGV[0] = 'subject_id' THEN account := NEW.subject_id;
      ELSE account := NEW.id;
      END IF;
      IF account IS NULL THEN RETURN NULL; END IF;
      SELECT erased_at INTO erased FROM public.users WHERE id = account FOR KEY SHARE;
      IF erased IS NOT NULL THEN
        RAISE EXCEPTION 'the account % is erased', account
          USING ERRCODE = 'restrict_violation', CONSTRAINT = 'account_erased', TABLE = TG_TABLE_NAME;
      END IF;
      RETURN NULL;
    END $$`);
  const guard = (table: string, column: string, events: string, when = "", part = "") =>
    run(`
      CREATE TRIGGER ${table}_${part && `${part}_`}refuse_erased AFTER ${events} ON ${table}
        FOR EACH ROW ${when && `WHEN (${when})`} EXECUTE FUNCTION refuse_erased('${column}')`);
  for (const table of tables) await guard(table, "user_id", "INSERT");
  for (const other of others) await guard(...other);
}

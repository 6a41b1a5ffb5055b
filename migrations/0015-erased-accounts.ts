import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** Tables of which every new row is about a person, by `user_id`. */
const tables = `
  user_roles sessions password_resets email_confirmations recovery_codes passkeys passkey_challenges
  second_factors second_factor_removals unfinished_sign_ins terms_acceptances account_changes undo_links
  data_exports mail_choices watch_positions saved_videos video_accesses certificates`
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
  [
    "creator_profiles",
    "user_id",
    "UPDATE OF bank_code, bank_branch, bank_holder_tax_id",
    "NEW.bank_code IS NOT NULL",
    "bank",
  ],
  ["videos", "creator_id", "INSERT OR UPDATE OF title, description, outcomes"],
  ["publications", "creator_id", "INSERT"],
  ["video_drafts", "creator_id", "INSERT"],
  ["share_pictures", "subject_id", "INSERT"],
  ["sales", "consumer_id", "INSERT"],
  ["refunds", "requested_by", "INSERT"],
  ["coupons", "creator_id", "INSERT"],
  ["free_accesses", "user_id", "INSERT"],
  ["access_grants", "user_id", "INSERT", "NEW.sale_id IS NULL"],
  ["reviews", "author_id", "INSERT OR UPDATE OF rating, text"],
  ["reviews", "creator_id", "UPDATE OF reply", "NEW.reply IS NOT NULL", "reply"],
  ["review_reports", "reporter_id", "INSERT"],
  ["question_posts", "author_id", "INSERT"],
  ["question_reports", "reporter_id", "INSERT"],
  ["commission_invoices", "creator_id", "INSERT OR UPDATE"],
  ["creator_fees", "creator_id", "INSERT"],
  ["creator_reserves", "creator_id", "INSERT"],
  ["payout_details_changes", "creator_id", "INSERT"],
];

/** An erasure is one of two ways in which the audit trail changes (docs/decisions/0073-erasure-and-own-data.md). */
const eraseNames = String.raw`
CREATE FUNCTION audit_erase_names(account uuid, names text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET ${path} AS $$
  DECLARE
    patterns text[] := ARRAY(
      SELECT '%' || replace(replace(replace(fold_text(name), '\', '\\'), '%', '\%'), '_', '\_') || '%'
      FROM unnest(names) AS name WHERE length(name) >= 3);
  BEGIN
    IF NOT EXISTS (SELECT FROM account_erasures WHERE user_id = account AND begun_at IS NOT NULL) THEN
      RAISE EXCEPTION 'no erasure of this account has begun' USING ERRCODE = 'restrict_violation';
    END IF;
    PERFORM set_config('audit.change', 'UPDATE', true);
    UPDATE audit_entries SET
      actor_email = CASE WHEN actor_id = account THEN '—' ELSE actor_email END,
      address = CASE WHEN actor_id = account THEN NULL ELSE address END,
      browser = CASE WHEN actor_id = account THEN NULL ELSE browser END,
      target_label = CASE WHEN about OR fold_text(target_label) LIKE ANY (patterns)
        THEN target_id ELSE target_label END,
      reason = CASE WHEN about OR fold_text(reason) LIKE ANY (patterns) THEN NULL ELSE reason END,
      before = CASE WHEN about OR fold_text(before::text) LIKE ANY (patterns)
        THEN before - ARRAY['payee', 'paidTo', 'handle', 'search', 'filter'] ELSE before END,
      after = CASE WHEN about OR fold_text(after::text) LIKE ANY (patterns)
        THEN after - ARRAY['payee', 'paidTo', 'handle', 'search', 'filter'] ELSE after END
    FROM (
      SELECT entry.id AS entry_id, target_id = account::text
        OR target_id IN (SELECT sale.id::text FROM sales sale WHERE consumer_id = account)
        OR target_id IN (SELECT payout.id::text FROM payouts payout WHERE creator_id = account)
        OR target_id IN (SELECT review.id::text FROM reviews review WHERE author_id = account) AS about
      FROM audit_entries entry
    ) AS found
    WHERE entry_id = audit_entries.id AND (about OR actor_id = account OR search_text LIKE ANY (patterns)
      OR fold_text(concat(reason, before::text, after::text)) LIKE ANY (patterns));
    PERFORM set_config('audit.change', '', true);
  END $$`;

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
  await run(eraseNames);
  const guard = (table: string, column: string, events: string, when = "", part = "") =>
    run(`
      CREATE TRIGGER ${table}_${part && `${part}_`}refuse_erased AFTER ${events} ON ${table}
        FOR EACH ROW ${when && `WHEN (${when})`} EXECUTE FUNCTION refuse_erased('${column}')`);
  for (const table of tables) await guard(table, "user_id", "INSERT");
  for (const other of others) await guard(...other);
}

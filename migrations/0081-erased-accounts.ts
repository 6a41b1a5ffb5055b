import { type Kysely, sql } from "kysely";

/**
 * Statements that write about a person: the column with the account, the events, and a condition where some of these
 * statements must go on for an erased account.
 */
interface Guard {
  table: string;
  account: string;
  events: string;
  when?: string;
}

const inserted = (account: string, tables: readonly string[]): Guard[] =>
  tables.map((table) => ({ table, account, events: "INSERT" }));

const profile = `full_name, email, country, handle, bio, links, portrait_key, payment_method, pix_key, bank_name,
  bank_account_number, card_last4, card_holder_name`;

/** A table's second guard has a name of its own: `part`. */
const guards: (Guard & { part?: string })[] = [
  ...inserted("user_id", [
    "data_exports",
    "email_confirmations",
    "mail_choices",
    "passkey_challenges",
    "passkeys",
    "password_resets",
    "recovery_codes",
    "second_factor_removals",
    "second_factors",
    "sessions",
    "terms_acceptances",
    "unfinished_sign_ins",
    "user_roles",
    "watch_positions",
  ]),
  ...inserted("creator_id", ["payout_details_changes", "publications"]),
  ...inserted("actor_id", ["audit_entries"]),
  ...inserted("reporter_id", ["review_reports"]),
  ...inserted("requested_by", ["refunds"]),
  ...inserted("consumer_id", ["sales"]),
  ...inserted("subject_id", ["share_pictures"]),
  { table: "consumer_profiles", account: "user_id", events: "INSERT OR UPDATE OF full_name, email" },
  { table: "creator_profiles", account: "user_id", events: `INSERT OR UPDATE OF ${profile}` },
  {
    ...{ table: "creator_profiles", part: "tax_id", account: "user_id" },
    ...{ events: "UPDATE OF tax_id", when: "NEW.tax_id IS NOT NULL" },
  },
  { table: "reviews", account: "author_id", events: "INSERT OR UPDATE OF rating, text" },
  {
    ...{ table: "reviews", part: "reply", account: "creator_id" },
    ...{ events: "UPDATE OF reply", when: "NEW.reply IS NOT NULL" },
  },
  {
    ...{ table: "users", account: "id", events: "UPDATE OF email, google_name, google_sub, password_hash" },
    ...{ when: "OLD.erased_at IS NOT NULL" },
  },
  { table: "videos", account: "creator_id", events: "INSERT OR UPDATE OF title, description, outcomes" },
];

const nameOf = ({ table, part }: (typeof guards)[number]) =>
  [table, part, "refuse_erased"].filter(Boolean).join("_");

/** Outside a transaction, each table is locked for a moment only, and no two at once. */
export const inTransaction = false;

/**
 * Refuses what is written about a person whose account is erased: a request may have begun before that
 * (docs/decisions/0106-nothing-written-for-the-erased.md). The lock waits for an erasure under way, and makes it wait for this
 * transaction. Each statement can be repeated.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE OR REPLACE FUNCTION refuse_erased() RETURNS trigger LANGUAGE plpgsql AS $$
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
    END $$`.execute(db);
  for (const guard of guards) {
    await sql
      .raw(`
      CREATE OR REPLACE TRIGGER ${nameOf(guard)} AFTER ${guard.events} ON ${guard.table}
        FOR EACH ROW ${guard.when ? `WHEN (${guard.when})` : ""} EXECUTE FUNCTION refuse_erased(${guard.account})`)
      .execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP FUNCTION refuse_erased() CASCADE`.execute(db);
}

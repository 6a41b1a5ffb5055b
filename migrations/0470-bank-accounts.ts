import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

const refuse = (message: string) =>
  `RAISE EXCEPTION '${message}' USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME`;

/** The trigger of 0007, which compares `columns` with the columns that it always compared. */
const frozen = (columns: readonly string[]) => {
  const all = ["pix_key", "bank_name", "bank_account_number", "card_last4", "card_holder_name", ...columns];
  const of = (row: string) => all.map((column) => `${row}.${column}`).join(", ");
  return `
CREATE OR REPLACE FUNCTION payouts_frozen() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    IF (OLD.payee_name, ${of("OLD")}) IS DISTINCT FROM (NEW.payee_name, ${of("NEW")})
      AND NOT (NEW.payee_name = '—' AND OLD.status <> 'prepared' AND num_nonnulls(${of("NEW")}) = 0)
    THEN ${refuse("the payee of a payout never changes")}; END IF;
    IF OLD.status <> 'prepared' AND (
        (OLD.bank_reference, OLD.decided_by, OLD.decided_at)
          IS DISTINCT FROM (NEW.bank_reference, NEW.decided_by, NEW.decided_at)
        OR (NEW.failure IS DISTINCT FROM OLD.failure AND NOT (OLD.failure IS NOT NULL AND NEW.failure = '—'))
        OR (NEW.status <> OLD.status AND NOT (OLD.status = 'paid' AND NEW.status = 'returned')))
      OR OLD.status = 'returned' AND (
        (OLD.returned_by, OLD.returned_at) IS DISTINCT FROM (NEW.returned_by, NEW.returned_at)
        OR (NEW.return_reason IS DISTINCT FROM OLD.return_reason AND NEW.return_reason <> '—'))
    THEN ${refuse("how a payout ended never changes")}; END IF;
    RETURN NEW;
  END $$;`;
};

/**
 * A bank account by the bank's code, with branch and the holder's CPF or CNPJ. All three are null in free text of older
 * registrations, which stays as it is until its creator completes it.
 */
const columns = `
  ADD bank_code text CHECK (bank_code ~ '^[0-9]{3}$'),
  ADD bank_branch text CHECK (bank_branch ~ '^[0-9]{4}(-[0-9X])?$'),
  ADD bank_holder_tax_id text CHECK (bank_holder_tax_id ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),`;

const whole = "CHECK (num_nonnulls(bank_code, bank_branch, bank_holder_tax_id) IN (0, 3))";

const added = ["bank_code", "bank_branch", "bank_holder_tax_id"];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE creator_profiles ${columns} ADD CONSTRAINT creator_profiles_bank_whole ${whole};
ALTER TABLE payouts ${columns} ADD CONSTRAINT payouts_bank_whole ${whole};
CREATE TRIGGER creator_profiles_bank_refuse_erased AFTER UPDATE OF ${added.join(", ")} ON creator_profiles
  FOR EACH ROW WHEN (NEW.bank_code IS NOT NULL) EXECUTE FUNCTION refuse_erased('user_id');
${frozen(added)}
`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
${frozen([])}
DROP TRIGGER creator_profiles_bank_refuse_erased ON creator_profiles;
ALTER TABLE payouts DROP bank_code, DROP bank_branch, DROP bank_holder_tax_id;
ALTER TABLE creator_profiles DROP bank_code, DROP bank_branch, DROP bank_holder_tax_id;
`)
    .execute(db);
}

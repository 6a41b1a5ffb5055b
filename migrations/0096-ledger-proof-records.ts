import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/**
 * The record of a proof is written by the function that proves, as the owner. The application's role may begin one and record
 * why it failed, and what it says about the result is ignored: the former release still says it.
 * `independent`: by `ledger_audit` (0097). `ledger_proof_findings`: what the newest of these found, at most 500.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("ALTER TABLE ledger_proofs ADD independent boolean NOT NULL DEFAULT false");
  await run(`
    CREATE TABLE ledger_proof_findings (
      proof_id bigint NOT NULL, what text NOT NULL, subject text NOT NULL, off_by_cents bigint NOT NULL
    )`);
  await run(`
    CREATE FUNCTION ledger_end_proof(is_whole boolean, is_independent boolean, errors bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
    DECLARE
      ended bigint;
    BEGIN
      UPDATE ledger_proofs SET finished_at = clock_timestamp(), violations = errors
        WHERE id = (SELECT max(id) FROM ledger_proofs
          WHERE finished_at IS NULL AND whole = is_whole AND independent = is_independent)
        RETURNING id INTO ended;
      IF ended IS NULL THEN
        INSERT INTO ledger_proofs (whole, independent, started_at, finished_at, violations)
          VALUES (is_whole, is_independent, transaction_timestamp(), clock_timestamp(), errors) RETURNING id INTO ended;
      END IF;
      RETURN ended;
    END $$`);
  await run("REVOKE EXECUTE ON FUNCTION ledger_end_proof(boolean, boolean, bigint) FROM PUBLIC");
  await run(`
    CREATE FUNCTION ledger_guard_proof() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
    DECLARE
      failure text := NEW.failure;
      at timestamptz := NEW.finished_at;
    BEGIN
      IF current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN
        RETURN NEW;
      END IF;
      IF TG_OP = 'INSERT' THEN
        NEW.finished_at := NULL;
        NEW.violations := NULL;
        NEW.failure := NULL;
        RETURN NEW;
      END IF;
      IF OLD.finished_at IS NOT NULL OR failure IS NULL THEN
        RETURN NULL;
      END IF;
      NEW := OLD;
      NEW.finished_at := coalesce(at, clock_timestamp());
      NEW.failure := failure;
      RETURN NEW;
    END $$`);
  await run(`
    CREATE TRIGGER ledger_guard_proof BEFORE INSERT OR UPDATE ON ledger_proofs
      FOR EACH ROW EXECUTE FUNCTION ledger_guard_proof()`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("DROP TRIGGER ledger_guard_proof ON ledger_proofs");
  await run("DROP FUNCTION ledger_guard_proof, ledger_end_proof");
  await run("DROP TABLE ledger_proof_findings");
  await run("ALTER TABLE ledger_proofs DROP independent");
}

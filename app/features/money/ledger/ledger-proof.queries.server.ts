import { sql } from "kysely";
import type { Database, Db } from "~/platform/db.server";

export interface Violation {
  what: string;
  id: string;
  off_by_cents: number;
}

/**
 * Returns the ledger's violations since the last proof without any (`ledger_prove`,
 * migrations/0012-ledger-proof.ts), and moves the checkpoint where nothing is. The function records its result itself.
 * Throws when another proof is running, or the checkpoint is not of this database.
 */
export async function proveNewEntries(db: Database): Promise<Violation[]> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (trx) => (await sql<Violation>`SELECT * FROM ledger_prove(false)`.execute(trx)).rows);
}

/**
 * Proves the whole ledger in a second way and returns at most 500 differences (`ledger_audit`,
 * migrations/0013-ledger-audit.ts). The function records its result itself. Takes minutes in a large ledger, so `db`
 * must wait that long. `storedAnchors`: the lines that the file store has of the anchors; a day of theirs that differs
 * here, or is missing, is named.
 */
export async function auditAll(db: Database, storedAnchors: readonly string[]): Promise<Violation[]> {
  return db.transaction().execute(async (trx) => {
    await sql`SELECT set_config('statement_timeout', ${auditLimit}, true),
      set_config('ledger.stored_anchors', ${storedAnchors.join("\n")}, true)`.execute(trx);
    return (await sql<Violation>`SELECT * FROM ledger_run_audit()`.execute(trx)).rows;
  });
}

const auditLimit = "30min";

/** Returns what the newest audit found. */
export async function listAuditFindings(db: Db): Promise<Violation[]> {
  return db
    .selectFrom("ledger_proof_findings")
    .select(["what", "subject as id", "off_by_cents"])
    .orderBy("what")
    .orderBy("subject")
    .execute();
}

/** Records that a proof begins; `independent`: an audit. Returns its id. */
export async function beginProof(
  db: Db,
  { independent, now }: { independent: boolean; now: Date },
): Promise<number> {
  const { id } = await db
    .insertInto("ledger_proofs")
    .values({ whole: independent, independent, started_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Records why a proof failed. */
export async function failProof(
  db: Db,
  id: number,
  { failure, now }: { failure: string; now: Date },
): Promise<void> {
  await db
    .updateTable("ledger_proofs")
    .set({ finished_at: now, failure: failure.slice(0, 500) })
    .where("id", "=", id)
    .execute();
}

/**
 * Returns the newest proof, the newest that was complete, the newest of the whole ledger that was complete, and the
 * same of the audits.
 */
export async function findLastProofs(db: Db) {
  const all = db.selectFrom("ledger_proofs").selectAll().orderBy("id", "desc").limit(1);
  const proofs = all.where("independent", "=", false);
  const audits = all.where("independent", "=", true);
  const complete = proofs.where("violations", "is not", null);
  return {
    last: await proofs.executeTakeFirst(),
    complete: await complete.executeTakeFirst(),
    whole: await complete.where("whole", "=", true).executeTakeFirst(),
    lastAudit: await audits.executeTakeFirst(),
    audit: await audits.where("violations", "is not", null).executeTakeFirst(),
  };
}

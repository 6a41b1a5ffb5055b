import { sql } from "kysely";
import type { Database, Db } from "~/platform/db.server";

export interface Violation {
  what: string;
  id: string;
  off_by_cents: number;
}

/**
 * Returns what is wrong with the ledger since the last proof that found nothing (`ledger_prove`, migration 0028), and moves
 * the checkpoint where nothing is. Throws when another proof is running, or the checkpoint is not of this database.
 */
export async function proveNewEntries(db: Database): Promise<Violation[]> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (trx) => (await sql<Violation>`SELECT * FROM ledger_prove(false)`.execute(trx)).rows);
}

export async function beginProof(db: Db, now: Date): Promise<number> {
  const { id } = await db
    .insertInto("ledger_proofs")
    .values({ whole: false, started_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Records how a proof ended: how many violations it found, or why it failed. */
export async function endProof(
  db: Db,
  id: number,
  end: { now: Date } & ({ violations: number } | { failure: string }),
): Promise<void> {
  await db
    .updateTable("ledger_proofs")
    .set(
      "failure" in end
        ? { finished_at: end.now, failure: end.failure.slice(0, 500) }
        : { finished_at: end.now, violations: end.violations },
    )
    .where("id", "=", id)
    .execute();
}

/** The newest proof, the newest that was complete, and the newest of the whole ledger that was complete. */
export async function findLastProofs(db: Db) {
  const newest = db.selectFrom("ledger_proofs").selectAll().orderBy("id", "desc").limit(1);
  const complete = newest.where("violations", "is not", null);
  return {
    last: await newest.executeTakeFirst(),
    complete: await complete.executeTakeFirst(),
    whole: await complete.where("whole", "=", true).executeTakeFirst(),
  };
}

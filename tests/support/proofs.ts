/** What the database itself proves about money and access. */
import { type RawBuilder, sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "~/platform/db.server";

type Proof =
  | "ledger_violations"
  | "ledger_book_violations"
  | "access_violations"
  | "order_violations"
  | "figure_violations"
  | "count_violations"
  | "fee_violations"
  | "ledger_audit()"
  | "ledger_run_audit()";

/** Returns what a proof finds. */
export async function readProof(
  db: Db,
  proof: Proof,
): Promise<{ what: string; id: string; off_by_cents: number }[]> {
  const found = await sql<{ what: string; id: string; off_by_cents: number }>`
    SELECT * FROM ${sql.raw(proof)}`.execute(db);
  return found.rows;
}

/** Expects that none of the proofs finds anything, the ledger's included. */
export async function expectNoViolations(db: Db, ...proofs: Proof[]): Promise<void> {
  for (const proof of ["ledger_violations", ...proofs] as const)
    expect(await readProof(db, proof), proof).toEqual([]);
}

/** Runs a function in a transaction that is rolled back. Returns its result. */
export async function inRolledBack<Result>(db: Db, use: (trx: Db) => Promise<Result>): Promise<Result> {
  const rollback = new Error("rolled back");
  const results: Result[] = [];
  await db
    .transaction()
    .execute(async (trx) => {
      results.push(await use(trx));
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  return results[0] as Result;
}

/** Returns what a proof finds after forged changes, which are rolled back. Each finding once, in order. */
export function findForged(
  db: Db,
  proof: Proof,
  ...changes: (string | RawBuilder<unknown>)[]
): Promise<string[]> {
  return inRolledBack(db, async (trx) => {
    for (const change of changes) await (typeof change === "string" ? sql.raw(change) : change).execute(trx);
    return [...new Set((await readProof(trx, proof)).map(({ what }) => what))].sort();
  });
}

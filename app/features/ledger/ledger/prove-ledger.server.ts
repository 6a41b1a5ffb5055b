import { openDatabase } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { readStoredAnchors } from "./anchor-ledger.server";
import {
  auditAll,
  beginProof,
  failProof,
  proveNewEntries,
  type Violation,
} from "./ledger-proof.queries.server";

/** In milliseconds: longer than the database works on an audit. */
const auditMs = 31 * 60_000;

/**
 * Proves the postings since the last proof. Returns the violations; any violation is a bug.
 * Throws what kept it from ending; the run and its failure stay recorded.
 */
export async function proveLedger({ db, clock }: Pick<Services, "db" | "clock">): Promise<Violation[]> {
  const id = await beginProof(db, { independent: false, now: clock() });
  return failing({ db, clock }, id, () => proveNewEntries(db));
}

/**
 * Proves everything each night, in a second way that shares nothing with the first. Uses a connection of its own, since
 * it takes minutes in a large ledger. Returns and throws as `proveLedger`.
 */
export async function auditLedger({
  db,
  clock,
  env,
  log,
  storage,
}: Pick<Services, "db" | "clock" | "log"> & {
  storage: Pick<Services["storage"], "open">;
  env: Pick<Services["env"], "DATABASE_URL" | "DATABASE_DIRECT_URL">;
}): Promise<Violation[]> {
  const id = await beginProof(db, { independent: true, now: clock() });
  const found = await failing({ db, clock }, id, async () => {
    const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
    const { db: patient } = openDatabase(url, () => {}, { statementMs: auditMs });
    try {
      return await auditAll(patient, await readStoredAnchors({ db, storage }));
    } finally {
      await patient.destroy();
    }
  });
  for (const violation of found.slice(0, 20))
    log.error({ violation }, "the audit of the ledger found a difference");
  return found;
}

/** Records why a proof failed. */
async function failing<Result>(
  { db, clock }: Pick<Services, "db" | "clock">,
  id: number,
  prove: () => Promise<Result>,
): Promise<Result> {
  try {
    return await prove();
  } catch (error) {
    await failProof(db, id, {
      failure: error instanceof Error ? error.message : String(error),
      now: clock(),
    });
    throw error;
  }
}

import type { Services } from "~/platform/services";
import { beginProof, endProof, proveNewEntries, type Violation } from "./ledger-proof.queries.server";

/**
 * Proves what was posted since the last proof. Returns what is wrong, which is nothing or there is a bug.
 * Throws what kept it from ending; the run and its failure stay recorded.
 */
export async function proveLedger({ db, clock }: Pick<Services, "db" | "clock">): Promise<Violation[]> {
  const id = await beginProof(db, clock());
  try {
    const violations = await proveNewEntries(db);
    await endProof(db, id, { violations: violations.length, now: clock() });
    return violations;
  } catch (error) {
    await endProof(db, id, { failure: error instanceof Error ? error.message : String(error), now: clock() });
    throw error;
  }
}

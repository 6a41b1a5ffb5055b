import pg from "pg";

export interface LedgerProof {
  violations: { what: string; id: string; off_by_cents: string }[];
  seconds: number;
}

/**
 * Proves the whole ledger, however long it takes, and records it beside the daily proofs, which go on from there.
 * @param databaseUrl as the owner or the application's role
 * @returns every violation found: none, or there is a bug
 * @throws what kept it from ending; the run stays recorded with the failure
 */
export async function proveWholeLedger(databaseUrl: string): Promise<LedgerProof> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "sabia-prove-ledger" });
  await client.connect();
  const begun = performance.now();
  const { rows: made } = await client.query<{ id: string }>(
    "INSERT INTO ledger_proofs (whole, started_at) VALUES (true, now()) RETURNING id",
  );
  const id = made[0]?.id;
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    const { rows: violations } = await client.query<LedgerProof["violations"][number]>(
      "SELECT * FROM ledger_prove(true)",
    );
    await client.query("COMMIT");
    await client.query("UPDATE ledger_proofs SET finished_at = now(), violations = $2 WHERE id = $1", [
      id,
      violations.length,
    ]);
    return { violations, seconds: (performance.now() - begun) / 1000 };
  } catch (error) {
    await client.query("ROLLBACK");
    const failure = error instanceof Error ? error.message : String(error);
    await client.query("UPDATE ledger_proofs SET finished_at = now(), failure = $2 WHERE id = $1", [
      id,
      failure.slice(0, 500),
    ]);
    throw error;
  } finally {
    await client.end();
  }
}

import pg from "pg";

export interface LedgerProof {
  violations: { what: string; id: string; off_by_cents: string }[];
  seconds: number;
}

/**
 * Proves the whole ledger in both ways, however long it takes, and records it beside the daily proofs, which go on from
 * there.
 * @param databaseUrl as the owner or the application's role
 * @returns every violation found: none, or there is a bug
 * @throws what kept it from ending; the run stays recorded with the failure
 */
export async function proveWholeLedger(databaseUrl: string): Promise<LedgerProof> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "sabia-prove-ledger" });
  await client.connect();
  const begun = performance.now();
  const prove = async (independent: boolean, statement: string) => {
    const { rows: made } = await client.query<{ id: string }>(
      "INSERT INTO ledger_proofs (whole, independent, started_at) VALUES (true, $1, now()) RETURNING id",
      [independent],
    );
    try {
      await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
      const { rows } = await client.query<LedgerProof["violations"][number]>(statement);
      await client.query("COMMIT");
      return rows;
    } catch (error) {
      await client.query("ROLLBACK");
      const failure = error instanceof Error ? error.message : String(error);
      await client.query("UPDATE ledger_proofs SET finished_at = now(), failure = $2 WHERE id = $1", [
        made[0]?.id,
        failure.slice(0, 500),
      ]);
      throw error;
    }
  };
  try {
    const proved = await prove(false, "SELECT * FROM ledger_prove(true)");
    const audited = await prove(true, "SELECT * FROM ledger_run_audit()");
    return { violations: [...proved, ...audited], seconds: (performance.now() - begun) / 1000 };
  } finally {
    await client.end();
  }
}

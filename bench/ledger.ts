/** A creator with 1,000,000 ledger lines. */
import { findBalance, listReleases } from "../app/features/money/payouts/balances.queries.server";
import { findBatchPayout } from "../app/features/money/payouts/batches.queries.server";
import { loadStatement } from "../app/features/money/payouts/statement.server";
import { serverPageTexts } from "../app/i18n/i18next.server";
import { openDatabase } from "../app/platform/db.server";
import { onNewDatabase } from "../dev/postgres/new-database";
import { fillLedger } from "./ledger-fill";
import { inTurn, timed } from "./load";
import { ms, type Row, verdict } from "./rows";

const lines = 1_000_000;
const repeats = 30;

/** Medians of five rounds, and the sum that a running balance replaces. Takes one to two minutes. */
export async function* measureLedger(): AsyncGenerator<Row> {
  yield* await onNewDatabase(async (url) => {
    const { creatorId, payout, now } = await fillLedger(url, lines, 1);
    const { db, pool } = openDatabase(url, () => {});
    try {
      const row = await findBatchPayout(db, { batchId: payout.batch_id, payoutId: payout.id });
      if (!row) throw new Error("there is no payout");
      const sum = async () => {
        await pool.query(
          "SELECT sum(amount_cents) FROM ledger_lines WHERE creator_id = $1 AND currency = 'BRL' AND account = 'creator'",
          [creatorId],
        );
      };
      const balances = async () => {
        const { laterCents } = await findBalance(db, creatorId, now);
        const releases = await listReleases(db, { creatorIds: [creatorId], now });
        if (laterCents === 0 || releases.length === 0) throw new Error("nothing is released later");
      };
      const page = (after: number) => async () => {
        const { lines } = await loadStatement(db, row, { after, texts: serverPageTexts("pt") });
        if (lines.length < 40) throw new Error(`${lines.length} lines`);
      };
      const rows: Row[] = [];
      for (const { what, work } of [
        { what: "balances and releases", work: balances },
        { what: "a statement's first page", work: page(0) },
        { what: "a statement's page in the middle", work: page((lines / 2) * 3) },
      ]) {
        await work();
        await sum();
        const { app, bare } = await inTurn(5, timed(work, repeats), timed(sum, 3));
        rows.push({
          what: `Of 1,000,000 ledger lines: ${what}, against their plain sum`,
          app: ms(app),
          bare: ms(bare),
          result: ms(app),
          bar: verdict(app <= 50, "50 ms"),
        });
      }
      return rows;
    } finally {
      await db.destroy();
    }
  });
}

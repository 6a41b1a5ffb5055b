/** What is payable, and a statement's page, are read by their indexes in a ledger of 210,000 lines. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { findBalance, listReleases } from "~/features/money/payouts/balances.queries.server";
import { findStatementBounds, listStatementLines } from "~/features/money/payouts/statement.queries.server";
import { openDatabase } from "~/platform/db.server";
import { fillLedger } from "../../../../bench/ledger-fill";
import { explain, rowsReadBy, statementOf } from "../../../support/query-plan";
import { createTestDatabase } from "../../../support/test-database";

const database = await createTestDatabase();
const { db, pool } = openDatabase(database.url, () => {});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Lines of what the creator is owed: of each seven sales one is theirs, and each sale has three lines. */
const lines = 10_000;
const share = 7;
let filled: Awaited<ReturnType<typeof fillLedger>>;
beforeAll(async () => {
  filled = await fillLedger(database.ownerUrl, lines, share);
}, 120_000);

/** The indexes of the whole plan, and the rows that it reads of its tables. */
async function readingOf(ask: Parameters<typeof statementOf>[1]) {
  const { steps } = await explain(pool, await statementOf(pool, ask));
  const scans = steps.filter((step) => step["Relation Name"]);
  const indexes = steps.flatMap((step) => step["Index Name"] ?? []);
  return { scans, indexes, rows: scans.reduce((sum, step) => sum + rowsReadBy(step), 0) };
}

test("payable amounts are read from the index of later releases and the running balance", async () => {
  const { scans, indexes, rows } = await readingOf((asked) =>
    findBalance(asked, filled.creatorId, filled.now),
  );
  expect(indexes).toContain("ledger_lines_available_idx");
  const ofLines = scans.filter((step) => step["Relation Name"] === "ledger_lines");
  expect(ofLines.map((step) => step["Node Type"])).not.toContain("Seq Scan");
  expect(rows).toBeLessThan(lines / 20);
});

test("the releases by day are read from the same index", async () => {
  const asked = { creatorIds: [filled.creatorId], now: filled.now };
  const { indexes, rows } = await readingOf((listening) => listReleases(listening, asked));
  expect(indexes).toContain("ledger_lines_available_idx");
  expect(rows).toBeLessThan(lines / 20);
});

test.each([0, 0.5, 0.99])("a page of a statement at %d of its length reads only its lines", async (share) => {
  const { afterLine, lastLine: last } = await findStatementBounds(db, filled.payout);
  const after = afterLine + Math.floor((last - afterLine) * share);
  const asked = { creatorId: filled.creatorId, after, last, limit: 51 };
  const { indexes, rows } = await readingOf((listening) => listStatementLines(listening, asked));
  expect(indexes).toContain("ledger_lines_statement_idx");
  expect(rows).toBeLessThan(1_000);
});

test("a statement's bounds are read by the payout's own entry", async () => {
  const { indexes, rows } = await readingOf((asked) => findStatementBounds(asked, filled.payout));
  expect(indexes).toContain("ledger_entries_payout_idx");
  expect(rows).toBeLessThan(50);
});

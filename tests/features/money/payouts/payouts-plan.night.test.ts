/** What is payable, and a statement's page, are read by their indexes in a ledger of 210,000 lines. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { findBalance, listReleases } from "~/features/money/payouts/balances.queries.server";
import { findStatementBounds, listStatementLines } from "~/features/money/payouts/statement.queries.server";
import { openDatabase } from "~/platform/db.server";
import { fillLedger } from "../../../../bench/ledger-fill";
import { explain, type PlanStep, statementOf } from "../../../support/query-plan";
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

const indexesOf = (steps: PlanStep[]) => steps.flatMap((step) => step["Index Name"] ?? []);

/** Rows that the whole plan took from its tables, and threw away. */
function rowsRead(steps: PlanStep[]): number {
  return steps
    .filter((step) => step["Relation Name"])
    .reduce(
      (sum, step) =>
        sum + (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0)) * step["Actual Loops"],
      0,
    );
}

test("payable amounts are read from the index of later releases and the running balance", async () => {
  const statement = await statementOf(pool, (asked) => findBalance(asked, filled.creatorId, filled.now));
  const { steps } = await explain(pool, statement);
  expect(indexesOf(steps)).toContain("ledger_lines_available_idx");
  expect(
    steps.filter((step) => step["Node Type"] === "Seq Scan" && step["Relation Name"] === "ledger_lines"),
  ).toEqual([]);
  expect(rowsRead(steps)).toBeLessThan(lines / 20);
});

test("the releases by day are read from the same index", async () => {
  const statement = await statementOf(pool, (asked) =>
    listReleases(asked, { creatorIds: [filled.creatorId], now: filled.now }),
  );
  const { steps } = await explain(pool, statement);
  expect(indexesOf(steps)).toContain("ledger_lines_available_idx");
  expect(rowsRead(steps)).toBeLessThan(lines / 20);
});

test.each([0, 0.5, 0.99])("a page of a statement at %d of its length reads only its lines", async (share) => {
  const bounds = await findStatementBounds(db, filled.payout);
  const after = bounds.afterLine + Math.floor((bounds.lastLine - bounds.afterLine) * share);
  const statement = await statementOf(pool, (asked) =>
    listStatementLines(asked, { creatorId: filled.creatorId, after, last: bounds.lastLine, limit: 51 }),
  );
  const { steps } = await explain(pool, statement);
  expect(indexesOf(steps)).toContain("ledger_lines_statement_idx");
  expect(rowsRead(steps)).toBeLessThan(1_000);
});

test("a statement's bounds are read by the payout's own entry", async () => {
  const statement = await statementOf(pool, (asked) => findStatementBounds(asked, filled.payout));
  const { steps } = await explain(pool, statement);
  expect(indexesOf(steps)).toContain("ledger_entries_payout_idx");
  expect(rowsRead(steps)).toBeLessThan(50);
});

/** The accountant's ledger of a month: what it holds equals the ledger, to the cent. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { CellValue } from "~/features/base/documents/sheet";
import { chartOfAccounts } from "~/features/office/sales/accounting";
import { ledgerSheet, readLedgerMonth } from "~/features/office/sales/ledger-file.server";
import { addConsumer, addCreator, addSale, addVideo } from "../../../support/rows";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();
const now = new Date("2026-10-31T15:00:00Z");
const day = 24 * 60 * 60 * 1000;
const videoId = await addVideo(db, await addCreator(db));
for (const [days, status, amountCents] of [
  [70, "completed", 4_990],
  [40, "refunded", 2_990],
  [35, "disputed", 1_111],
  [31, "completed", 9_999],
  [3, "completed", 50],
  [2, "refunded", 4_990],
  [1, "disputed", 3_333],
] as const)
  await addSale(db, {
    consumerId: await addConsumer(db),
    videoId,
    status,
    amountCents,
    now: new Date(now.getTime() - days * day),
  });

type Row = Record<(typeof ledgerSheet)["columns"][number]["key"], CellValue>;

async function read(month: string, size?: number): Promise<Row[]> {
  const rows: CellValue[][] = [];
  for await (const { text } of readLedgerMonth(db, month, size))
    rows.push(...(JSON.parse(text) as CellValue[][]));
  return rows.map(
    (cells) => Object.fromEntries(ledgerSheet.columns.map(({ key }, at) => [key, cells[at] ?? null])) as Row,
  );
}

const balancesOf = (rows: Row[], history: string) =>
  Object.fromEntries(
    rows.filter((row) => row.history === history).map(({ code, balance }) => [code, balance]),
  );
const sum = (rows: Row[], key: "debit" | "credit") =>
  rows.reduce((total, row) => total + Number(row[key] ?? 0), 0);

test("an accounting month opens with the closing balances of the month before, and its lines lead to its own", async () => {
  for (const [month, before] of [
    ["2026-10", "2026-09"],
    ["2026-09", "2026-08"],
  ] as const) {
    const rows = await read(month);
    const opening = balancesOf(rows, "Saldo anterior");
    expect(opening).toEqual(balancesOf(await read(before), "Saldo final"));
    const lines = rows.filter(({ moment }) => moment !== null);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.every(({ moment }) => String(moment).startsWith(month))).toBe(true);
    expect(sum(lines, "debit")).toBe(sum(lines, "credit"));
    const moved: Record<string, number> = { ...(opening as Record<string, number>) };
    for (const { code, debit, credit, balance } of lines) {
      moved[String(code)] = (moved[String(code)] ?? 0) + Number(credit ?? 0) - Number(debit ?? 0);
      expect(moved[String(code)]).toBe(balance);
    }
    expect(moved).toEqual(balancesOf(rows, "Saldo final"));
  }
});

test("the closing balances are those of the ledger, and sum to zero", async () => {
  const closing = balancesOf(await read("2026-10"), "Saldo final");
  const { rows } = await sql<{ account: keyof typeof chartOfAccounts; cents: number }>`
    SELECT account, sum(amount_cents)::bigint AS cents FROM ledger_lines GROUP BY 1`.execute(db);
  expect(closing).toEqual(
    Object.fromEntries(rows.map(({ account, cents }) => [chartOfAccounts[account].code, cents])),
  );
  expect(Object.values(closing).reduce((total: number, cents) => total + Number(cents), 0)).toBe(0);
});

test("an accounting month read in small batches has the same rows, each with the purchase number", async () => {
  const rows = await read("2026-10", 2);
  expect(rows).toEqual(await read("2026-10"));
  expect(rows.filter(({ moment }) => moment).every(({ document }) => /^SB-/.test(String(document)))).toBe(
    true,
  );
});

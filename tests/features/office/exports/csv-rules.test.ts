import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { formatCsvDate, formatCsvRow, formatCsvRows } from "~/features/base/documents/csv";
import { formulaStarts } from "~/features/base/documents/sheet";
import { selectRow } from "~/features/office/dashboard/export-cells.queries.server";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();

/** The line of a row that is read from the database. */
async function lineOf(text: string | null, cents: number | null, at: Date | null) {
  const cells = [
    { holds: "text" as const, value: sql`${text}::text` },
    { holds: "cents" as const, value: sql`${cents}::bigint` },
    { holds: "moment" as const, value: sql`${at}::timestamptz` },
  ];
  const { rows } = await sql<{ row: string }>`SELECT ${selectRow(cells)}::text AS row`.execute(db);
  return formatCsvRows([JSON.parse(rows[0]?.row ?? "")], cells);
}

const sign = fc.constantFrom(...formulaStarts, "-", '"', ";", "'", "ç", "🎸");
const text = fc
  .tuple(fc.constantFrom("", ...formulaStarts), fc.array(fc.oneof(sign, fc.string({ unit: "grapheme" }))))
  .map(([first, rest]) => (first + rest.join("")).replaceAll("\0", "").replace(/\p{Cs}/gu, ""))
  .filter((one) => one !== "");

test("CSV writes a row from the database like the server's own values", async () => {
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.integer({ min: -(10 ** 12), max: 10 ** 12 }),
      fc.date({ min: new Date("1990-01-01"), max: new Date("2100-01-01"), noInvalidDate: true }),
      async (typed, cents, at) => {
        const moment = formatCsvDate(at);
        const ours = formatCsvRow([typed, cents]).trimEnd();
        expect((await lineOf(typed, cents, at)).trimEnd()).toBe(`${ours};${moment}`.trimEnd());
      },
    ),
    { numRuns: 500 },
  );
});

test("CSV writes a missing value as a dash", async () => {
  expect(await lineOf(null, null, null)).toBe('"-";-;-\r\n');
  expect(await lineOf("", 0, null)).toBe('"-";0,00;-\r\n');
});

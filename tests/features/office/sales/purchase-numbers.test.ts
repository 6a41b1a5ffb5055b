/** Purchase numbers: unique, readable, and the way to a sale; and the sums of what a list of sales shows. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { wholeSpan } from "~/features/base/form-fields/date-span";
import { parsePurchaseNumber } from "~/features/money/ledger/purchase-number";
import { readExportBatches } from "~/features/office/dashboard/export-rows.queries.server";
import { exportSheets } from "~/features/office/exports/export-columns";
import { parseExportFilters } from "~/features/office/exports/export-filters";
import { listSales, sumSales } from "~/features/office/sales/admin-sales.queries.server";
import { decideSaleSearch } from "~/features/office/sales/sale-search";
import { addConsumer, addCreator, addSale, addVideo } from "../../../support/rows";
import { readRow, setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();
const creatorId = await addCreator(db);

async function sell(amountCents: number, method: "pix" | "card" = "pix", status?: "refunded") {
  const [consumerId, videoId] = [await addConsumer(db), await addVideo(db, creatorId)];
  const id = await addSale(db, { consumerId, videoId, amountCents, method, status });
  await setRows(db, "sales", { id }, { provider_fee_cents: Math.round(amountCents / 40) });
  return readRow(db, "sales", { id }, "id", "purchase_number");
}

test("the numbers of 20,000 sales, and those around the change to a longer code, are all different and valid", async () => {
  const { rows } = await sql<{ code: string }>`
    SELECT purchase_number(n) AS code FROM generate_series(0, 20000) AS n
    UNION ALL SELECT purchase_number(n) FROM generate_series(28629000, 28629300) AS n
    UNION ALL SELECT purchase_number(916132831)`.execute(db);
  expect(new Set(rows.map(({ code }) => code)).size).toBe(20_001 + 301 + 1);
  expect(rows.filter(({ code }) => parsePurchaseNumber(code) !== code)).toEqual([]);
  const lengths = new Set(rows.map(({ code }) => code.length));
  expect(lengths).toEqual(new Set([10, 11]));
});

test("consecutive sales have numbers that differ in more than their end", async () => {
  const [first, second] = [await sell(1_000), await sell(1_000)];
  expect(first.purchase_number).toMatch(/^SB-[2-9A-Z]{4}-[2-9A-Z]{2}$/);
  expect(first.purchase_number.slice(0, 5)).not.toBe(second.purchase_number.slice(0, 5));
});

test("a purchase number is found as people type it", async () => {
  const { id, purchase_number } = await sell(2_000);
  const typed = purchase_number.toLowerCase().replaceAll("-", " ");
  const { rows } = await listSales(db, { search: decideSaleSearch(typed) });
  expect(rows.map((row) => row.id)).toEqual([id]);
});

test("the sums of a filter equal the rows of its export to the cent", async () => {
  await sell(4_990, "card");
  await sell(3_333, "card", "refunded");
  await sell(777, "card");
  const [sums, ...others] = (await sumSales(db, { method: "card", span: wholeSpan })) ?? [];
  expect(others).toEqual([]);
  const question = parseExportFilters("sales", new URLSearchParams({ method: "card" }));
  const rows: (string | number | null)[][] = [];
  for await (const { text } of readExportBatches(db, { filters: question })) rows.push(...JSON.parse(text));
  const sumOf = (key: string) => {
    const at = exportSheets.sales.columns.findIndex((column) => column.key === key);
    return rows.reduce((sum, row) => sum + Number(row[at] ?? 0), 0);
  };
  expect(sums).toEqual({
    currency: "BRL",
    sales: rows.length,
    amountCents: sumOf("amount_cents"),
    platformCents: sumOf("platform_fee_cents"),
    creatorCents: sumOf("creator_earnings_cents"),
    providerCents: sumOf("provider_fee_cents"),
    backCents: sumOf("given_back_cents"),
  });
  expect(sums).toMatchObject({ sales: 3, amountCents: 9_100, backCents: 3_333 });
});

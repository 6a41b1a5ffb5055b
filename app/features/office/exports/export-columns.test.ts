import { expect, test } from "vitest";
import { exportSheets, maxWorkbookRows, parseExportFile } from "./export-columns";

test.each([
  ["creators.xlsx", { kind: "creators", format: "xlsx" }],
  ["consumers.csv", { kind: "consumers", format: "csv" }],
  ["sales.xlsx", { kind: "sales", format: "xlsx" }],
  ["payouts.csv", { kind: "payouts", format: "csv" }],
  ["creators", undefined],
  ["videos.xlsx", undefined],
  ["creators.xlsx.csv", undefined],
  ["CREATORS.XLSX", undefined],
  ["creators.xlsx\n", undefined],
  [undefined, undefined],
])("%j means %j", (name, meant) => expect(parseExportFile(name)).toEqual(meant));

test("a workbook takes a hundred thousand creators, and no million consumers", () => {
  expect(maxWorkbookRows("creators")).toBeGreaterThanOrEqual(100_000);
  expect(maxWorkbookRows("consumers")).toBeLessThan(1_000_000);
});

test.each(Object.entries(exportSheets))("no two columns of %s have one key", (_, { columns }) => {
  const keys: string[] = columns.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

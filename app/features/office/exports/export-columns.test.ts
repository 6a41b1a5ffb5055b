import { expect, test } from "vitest";
import { exportFailure, exportSheets, maxWorkbookRows, parseExportFile } from "./export-columns";

test.each([
  [429, "people.exportBusy"],
  [409, "people.exportTooMany"],
  [403, "people.exportFailed"],
  [502, "people.exportFailed"],
  [503, "people.exportFailed"],
] as const)("an export that fails with the status %i shows the message %s", (status, message) => {
  expect(exportFailure(status)).toBe(message);
});

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
])("the export file %j is parsed as %j", (name, meant) => expect(parseExportFile(name)).toEqual(meant));

test("a workbook can hold a hundred thousand creators, and not a million consumers", () => {
  expect(maxWorkbookRows("creators")).toBeGreaterThanOrEqual(100_000);
  expect(maxWorkbookRows("consumers")).toBeLessThan(1_000_000);
});

test.each([
  [
    "creators",
    "full_name email country payment_method pix_key bank_name bank_account_number card_last4 created_at",
  ],
  ["consumers", "full_name email created_at"],
  [
    "sales",
    "id created_at title creator buyer status payment_method paid_at currency amount_cents platform_fee_cents creator_earnings_cents given_back_cents provider_payment_id provider_fee_cents purchase_number coupon",
  ],
  [
    "payouts",
    "id created_at payee_name email payment_method pix_key bank_name bank_account_number card_last4 card_holder_name amount_cents status bank_reference failure decided_at attention bank_holder_tax_id",
  ],
  [
    "audit",
    "id created_at actor_email action target_label target_kind target_id reason before after address browser",
  ],
] as const)("the columns of the export %s keep their names and order", (kind, keys) => {
  const { columns } = exportSheets[kind];
  expect(columns.map(({ key }) => key).join(" ")).toBe(keys);
  for (const { title, width } of columns) {
    expect(title).not.toBe("");
    expect(width).toBeGreaterThan(8);
  }
});

test("every export has a unique file name", () => {
  const sheets = Object.values(exportSheets);
  expect(sheets.every(({ file }) => /^[a-z]+$/.test(file))).toBe(true);
  expect(new Set(sheets.map(({ file }) => file)).size).toBe(sheets.length);
  expect(sheets.every(({ sheet }) => /^[A-Z]/.test(sheet))).toBe(true);
});

import { expect, test } from "vitest";
import { releaseForm, reserveForm } from "./release-form";

const shared = { id: "0b6f2c4e-8f0e-4a55-9f0d-3f6b6b1f2a10", from: "2026-12-01", reason: "Menos estornos" };
const refusedAt = (parsed: { error?: { issues: { path: PropertyKey[] }[] } | undefined }) =>
  parsed.error?.issues.map(({ path }) => path.join("."));

test.each([
  [{ pixDays: "7", boletoDays: " 10 ", cardDays: "60" }, undefined],
  [{ pixDays: "6", boletoDays: "7", cardDays: "15" }, ["pixDays"]],
  [{ pixDays: "7", boletoDays: "61", cardDays: "" }, ["boletoDays", "cardDays"]],
  [{ pixDays: "7", boletoDays: "7,5", cardDays: "-7" }, ["boletoDays", "cardDays"]],
])("days of releases %j are refused at %j", (days, fields) => {
  expect(refusedAt(releaseForm.safeParse({ ...shared, ...days }))).toEqual(fields);
});

test.each([
  ["10", "90", undefined],
  ["12,5", "180", undefined],
  ["0", "0", undefined],
  ["0", "90", ["days"]],
  ["10", "0", ["days"]],
  ["50,01", "90", ["percent"]],
  ["10", "181", ["days"]],
])("a reserve of %s %% for %s days is refused at %j", (percent, days, fields) => {
  expect(refusedAt(reserveForm.safeParse({ ...shared, percent, days }))).toEqual(fields);
});

test("a rule without a reason is refused", () => {
  const days = { pixDays: "7", boletoDays: "7", cardDays: "15" };
  expect(refusedAt(releaseForm.safeParse({ ...shared, ...days, reason: " " }))).toEqual(["reason"]);
});

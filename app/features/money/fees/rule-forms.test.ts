import { expect, test } from "vitest";
import { minimumPayoutForm } from "~/features/money/fees/rule-forms";
import { earliestFeeStart, feeForm, judgeFeeStart, releaseForm, reserveForm } from "./rule-forms";

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

test.each([
  ["15", 1_500],
  ["12,5", 1_250],
  ["12.05", 1_205],
  [" 0 ", 0],
  ["50 %", 5_000],
  ["50,01", undefined],
  ["100", undefined],
  ["-1", undefined],
  ["7,125", undefined],
  ["", undefined],
  ["dez", undefined],
])("a typed fee of %j is %s basis points", (percent, bp) => {
  const parsed = feeForm.safeParse({ ...shared, percent });
  expect(parsed.data?.percent).toBe(bp);
  expect(refusedAt(parsed)).toEqual(bp === undefined ? ["percent"] : undefined);
});

// Nine in the evening of the 24th in São Paulo.
const now = new Date("2026-11-25T00:00:00Z");

test("a fee starts tomorrow in São Paulo at the earliest, and within a year and a day", () => {
  expect(earliestFeeStart(now)).toBe("2026-11-25");
  expect(judgeFeeStart("2026-11-24", now)).toBe("past");
  expect(judgeFeeStart("2026-11-25", now)).toBeUndefined();
  expect(judgeFeeStart("2027-11-25", now)).toBeUndefined();
  expect(judgeFeeStart("2027-11-26", now)).toBe("tooFar");
});

const form = { id: "0b6f2c4e-8f0e-4a55-9f0d-3f6b6b1f2a10", reason: "Menos transferências" };

test.each([
  ["1,00", 100],
  ["50", 5_000],
  ["1000", 100_000],
])("a minimum payout typed as %j is %d cents", (amount, cents) => {
  expect(minimumPayoutForm.parse({ ...form, amount }).amount).toBe(cents);
});

test.each(["0,99", "1000,01", "-5", "dez", ""])(
  "a minimum payout typed as %j is refused at its field",
  (amount) => {
    const parsed = minimumPayoutForm.safeParse({ ...form, amount });
    expect(parsed.success).toBe(false);
    expect(parsed.error?.issues.map(({ path }) => path)).toEqual([["amount"]]);
  },
);

test("a minimum payout without a reason is refused", () => {
  expect(minimumPayoutForm.safeParse({ ...form, amount: "50", reason: " " }).success).toBe(false);
});

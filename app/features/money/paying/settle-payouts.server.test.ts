import { expect, test } from "vitest";
import { decideReferences, type Referenced } from "./settle-payouts.server";

const payouts: Referenced[] = [
  { id: "a", txid: "TA" },
  { id: "b", txid: "TB" },
  { id: "c", txid: "TC" },
];
const byBank: Referenced = { id: "d", txid: undefined };
const decided = (typed: string, of = payouts) => {
  const result = decideReferences(typed, of);
  return result.ok ? Object.fromEntries(result.references) : result.error;
};

test("each payout's txid is its reference if no reference is typed", () => {
  expect(decided(" \n ")).toEqual({ a: "TA", b: "TB", c: "TC" });
});

test("a single typed line is the reference of every payout", () => {
  expect(decided("\n Lote 7 \n", [...payouts, byBank])).toEqual({
    a: "Lote 7",
    b: "Lote 7",
    c: "Lote 7",
    d: "Lote 7",
  });
});

test("each of several typed lines is the reference of its payout, in order, with any line ends and empty lines", () => {
  expect(decided("E1\r\n\r\nE2\rE3\n")).toEqual({ a: "E1", b: "E2", c: "E3" });
});

test.each([
  ["two lines for three payouts", "E1\nE2", payouts, "paying.referenceCount"],
  ["four lines for three payouts", "E1\nE2\nE3\nE4", payouts, "paying.referenceCount"],
  ["a payout without a Pix code and no reference", "", [...payouts, byBank], "paying.referenceMissing"],
  ["a line of 101 characters", "E".repeat(101), payouts, "paying.referenceTooLong"],
])("typed references with %s are refused", (_, typed, of, error) => expect(decided(typed, of)).toBe(error));

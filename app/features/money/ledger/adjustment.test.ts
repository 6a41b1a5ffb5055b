import fc from "fast-check";
import { expect, test } from "vitest";
import { adjustmentKinds, decideAdjustment, highestAdjustmentCents, judgeAdjustment } from "./adjustment";

const now = new Date("2026-11-22T12:00:00Z");

test.each([
  ["credit", { creator: 500, goodwill: -500 }, "adjustment"],
  ["debit", { creator: -500, goodwill: 500 }, "adjustment"],
  ["writeOff", { creator: 500, goodwill: -500 }, "writeOff"],
  ["repayment", { creator: 500, paid_out: -500 }, "repayment"],
] as const)("an adjustment of the kind %s posts %o", (kind, accounts, reason) => {
  const entry = decideAdjustment(kind, 500, now);
  expect(Object.fromEntries(entry.postings.map(({ account, cents }) => [account, cents]))).toEqual(accounts);
  expect(entry.reason).toBe(reason);
});

test.each([
  ["credit", 1, 0, undefined],
  ["debit", 900, 100, undefined],
  ["credit", highestAdjustmentCents + 1, 0, "tooHigh"],
  ["writeOff", 1, 0, "noDebt"],
  ["repayment", 1, 300, "noDebt"],
  ["writeOff", 301, -300, "moreThanDebt"],
  ["repayment", 300, -300, undefined],
] as const)(
  "an adjustment %s of %i cents with a balance of %i cents is judged %s",
  (kind, cents, owed, judged) => {
    expect(judgeAdjustment(kind, cents, owed)).toBe(judged);
  },
);

test("every adjustment's postings sum to zero", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...adjustmentKinds),
      fc.integer({ min: 1, max: highestAdjustmentCents }),
      (kind, cents) => {
        const { postings } = decideAdjustment(kind, cents, now);
        expect(postings.reduce((sum, posting) => sum + posting.cents, 0)).toBe(0);
      },
    ),
  );
});

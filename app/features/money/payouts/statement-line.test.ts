import { expect, test } from "vitest";
import { decideLineKind, describeSubject } from "./statement-line";

const texts = {
  locale: "pt",
  text: (_: string, { percent }: { percent: string }) => `sua parte: ${percent}%`,
} as const;
const sale = { reason: "sale", cents: 4_491, held: false, title: "Yoga", shareBp: 1_000 } as const;

test("a statement line of a sale with a special share names the creator's share", () => {
  expect(describeSubject(sale, texts)).toBe("Yoga · sua parte: 90%");
  expect(describeSubject({ ...sale, shareBp: 1_250 }, texts)).toBe("Yoga · sua parte: 87,5%");
});

test("a statement line of a sale with the standard share, a refund or an adjustment names no share", () => {
  expect(describeSubject({ ...sale, shareBp: 1_500 }, texts)).toBe("Yoga");
  expect(describeSubject({ ...sale, reason: "refund", cents: -4_491 }, texts)).toBe("Yoga");
  expect(describeSubject({ ...sale, reason: "adjustment", shareBp: null }, texts)).toBe("Yoga");
});

test.each([
  ["payout", -1, false, "payout"],
  ["payout", 1, false, "payoutFailed"],
  ["return", 1, false, "payoutReturned"],
  ["adjustment", -1, true, "debit"],
  ["adjustment", 1, true, "credit"],
  ["refund", -1, true, "disputeHeld"],
  ["refund", 1, true, "disputeReleased"],
  ["refund", 1, false, "refundUndone"],
  ["dispute", -1, false, "disputeLost"],
  ["sale", -1, false, "correction"],
] as const)(
  "a statement line of reason %s with %i cents, held: %s, is of kind %s",
  (reason, cents, held, kind) => {
    expect(decideLineKind({ reason, cents, held })).toBe(kind);
  },
);

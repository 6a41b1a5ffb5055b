import { expect, test } from "vitest";
import { needsSecondPerson } from "./approvals";

test.each([
  { kind: "credit", cents: 20_000, soloCents: 0, needs: false },
  { kind: "credit", cents: 20_001, soloCents: 0, needs: true },
  { kind: "debit", cents: 20_001, soloCents: 0, needs: true },
  { kind: "credit", cents: 5_000, soloCents: 15_000, needs: false },
  { kind: "debit", cents: 5_000, soloCents: 15_001, needs: true },
  { kind: "writeOff", cents: 1, soloCents: 0, needs: true },
  { kind: "repayment", cents: 1, soloCents: 0, needs: true },
  { kind: "credit", cents: 1, soloCents: 0, isOwn: true, needs: true },
] as const)(
  "$kind of $cents cents after $soloCents cents alone, of the own balance: $isOwn, needs: $needs",
  ({ kind, cents, soloCents, needs, ...rest }) => {
    const isOwn = "isOwn" in rest;
    expect(needsSecondPerson({ kind, cents, isOwn }, { soloCents, limitCents: 20_000 })).toBe(needs);
  },
);

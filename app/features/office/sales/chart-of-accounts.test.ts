import { expect, test } from "vitest";
import { chartOfAccounts } from "./chart-of-accounts";

test("every account but the two of the bank has a unique code", () => {
  const { bank, paid_out, ...others } = chartOfAccounts;
  expect(paid_out).toEqual(bank);
  const codes = [bank, ...Object.values(others)].map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
});

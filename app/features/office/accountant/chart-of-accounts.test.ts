import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { chartOfAccounts } from "./chart-of-accounts";

test("every account but the two of the bank has a unique code, which docs/money.md lists with its name", () => {
  const entries = Object.entries(chartOfAccounts);
  const { bank, paid_out, ...others } = chartOfAccounts;
  expect(paid_out).toEqual(bank);
  const codes = [bank, ...Object.values(others)].map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  const documented = readFileSync("docs/money.md", "utf8");
  for (const [account, { code, name }] of entries)
    expect(documented).toMatch(
      new RegExp(`\\| ${code.replaceAll(".", "\\.")} +\\| \x60${account}\x60 +\\| ${name} +\\|`),
    );
});

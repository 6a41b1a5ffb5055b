import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { chartOfAccounts } from "./chart-of-accounts";

test("every account has a unique code, which docs/money.md lists with its name", () => {
  const entries = Object.entries(chartOfAccounts);
  expect(new Set(entries.map(([, { code }]) => code)).size).toBe(entries.length);
  const documented = readFileSync("docs/money.md", "utf8");
  for (const [account, { code, name }] of entries)
    expect(documented).toMatch(
      new RegExp(`\\| ${code.replaceAll(".", "\\.")} +\\| \x60${account}\x60 +\\| ${name} +\\|`),
    );
});

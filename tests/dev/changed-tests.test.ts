import { expect, test } from "vitest";
import { decideChangedTests, findChangedTests } from "../../dev/changed-tests";

test.each([
  ["no change", [], { structure: false, browser: false }],
  ["a text in docs", ["docs/money.md"], { structure: true, browser: false }],
  ["a browser test", ["tests/e2e/corridor.spec.ts"], { structure: true, browser: false }],
  ["a test of a rule", ["app/features/base/money/price.test.ts"], { structure: true, browser: false }],
  ["a rule", ["app/features/base/money/price.ts"], { structure: true, browser: true }],
  ["a migration", ["migrations/0001-base.ts"], { structure: true, browser: true }],
  ["what browser tests share", ["tests/e2e/support/shop.ts"], { structure: true, browser: true }],
  ["a package", ["docs/money.md", "package-lock.json"], { structure: true, browser: true }],
])('the test run for "%s" is $2', (_, paths, expected) =>
  expect(decideChangedTests("HEAD", paths)).toEqual({ since: "HEAD", ...expected }),
);

test("the changes are compared with the given commit", () =>
  expect(findChangedTests("HEAD").since).toBe("HEAD"));

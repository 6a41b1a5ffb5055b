import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readCounts } from "../../dev/test-counts";

const dir = mkdtempSync(join(tmpdir(), "sabia-test-counts-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function report(content: object): string {
  const file = join(dir, "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}
const vitest = (changes: object) =>
  report({
    numPassedTests: 5,
    numFailedTests: 0,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [],
    ...changes,
  });
const playwright = (stats: object, errors: unknown[] = []) =>
  report({ stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 2, ...stats }, errors });

test("Vitest's report counts passed and skipped tests", () => {
  const testResults = [
    {
      name: "a.test.ts",
      status: "passed",
      assertionResults: [{ fullName: "a" }, { fullName: "b (skipped: no nginx)" }],
    },
  ];
  expect(readCounts("vitest", vitest({ testResults }), true)).toEqual({
    passed: 5,
    failed: 0,
    skipped: 2,
    reasons: ["b (skipped: no nginx)"],
    failedFiles: [],
  });
});

test("Vitest's report counts a file that cannot be loaded, beside failed tests", () => {
  const testResults = [
    { name: "a.test.ts", status: "failed", assertionResults: [] },
    { name: "b.test.ts", status: "failed", assertionResults: [{}] },
    { name: "c.test.ts", status: "passed", assertionResults: [{}] },
  ];
  const counts = readCounts("vitest", vitest({ numFailedTests: 1, testResults }), false);
  expect(counts).toMatchObject({ failed: 2, failedFiles: ["a.test.ts", "b.test.ts"] });
});

test("Playwright's report counts failed tests, and errors outside of any test", () => {
  expect(readCounts("playwright", playwright({ unexpected: 1 }, [{}]), false)).toEqual({
    passed: 3,
    failed: 2,
    skipped: 2,
    reasons: [],
    failedFiles: [],
  });
});

test("a runner with a failing exit code has failed, even if its report has no failure", () => {
  expect(readCounts("vitest", vitest({}), false).failed).toBe(1);
  expect(readCounts("playwright", playwright({}), false).failed).toBe(1);
  expect(readCounts("playwright", join(dir, "absent.json"), false)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    reasons: [],
    failedFiles: [],
  });
});

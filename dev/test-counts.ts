import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  reasons: string[];
  failedFiles: string[];
}

/** A file that cannot be loaded failed without any test in it. */
const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string().optional() })),
    }),
  ),
});

/** `flaky` passed on a retry; `errors` belong to no test, such as the set-up. */
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
});

/** A run that failed without a failed test, or wrote no report, counts as one failure. `endedWell`: exit code 0. */
export function readCounts(runner: "vitest" | "playwright", file: string, endedWell: boolean): Counts {
  const said = existsSync(file) ? count(runner, JSON.parse(readFileSync(file, "utf8"))) : undefined;
  const { failed, ...others } = said ?? { passed: 0, failed: 1, skipped: 0, reasons: [], failedFiles: [] };
  return { ...others, failed: endedWell ? failed : Math.max(1, failed) };
}

function count(runner: "vitest" | "playwright", report: unknown): Counts {
  if (runner === "vitest") {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } =
      vitestReport.parse(report);
    const unloaded = testResults.filter(
      ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
    );
    return {
      passed: numPassedTests,
      failed: numFailedTests + unloaded.length,
      skipped: numPendingTests + numTodoTests,
      reasons: testResults.flatMap(({ assertionResults }) =>
        assertionResults.flatMap(({ fullName = "" }) => (fullName.includes("(skipped: ") ? [fullName] : [])),
      ),
      failedFiles: testResults.flatMap(({ status, name }) => (status === "failed" ? [name] : [])),
    };
  }
  const { stats, errors } = playwrightReport.parse(report);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    reasons: [],
    failedFiles: [],
  };
}

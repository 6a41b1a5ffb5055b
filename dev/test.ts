/**
 * `npm test`, up to the first failure. `--night`: tests named `.night.`; `--only-vitest`: those below the browser, in
 * given folders. `--changed`, or `--changed=<commit>`: what the changes can break (changed-tests.ts).
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { findChromium } from "./browser/find-chromium";
import { findOnPath, isRoot, tryCommand } from "./browser/machine-lookups";
import { buildApp } from "./build-app";
import { type ChangedTests, findChangedTests } from "./changed-tests";
import { runProgram } from "./processes/run-program";
import { runChecks, staticChecks } from "./static-checks";

interface Counts {
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

const night = process.argv.includes("--night");
const onlyVitest = process.argv.includes("--only-vitest");
const folders = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const changed = process.argv.find((word) => word.startsWith("--changed"));
const changes: ChangedTests | undefined = changed ? findChangedTests(changed.split("=")[1]) : undefined;
/** By day: each waits for PostgreSQL or a browser now and then. At night fewer (the configurations): it kills and delays. */
const dayWorkers = Math.min(Math.max(3, availableParallelism() - 1), 4);
/** Removed at the end with what killed processes left. PostgreSQL's user may enter it. */
const reports = mkdtempSync(join(tmpdir(), "sabia-test-"));
chmodSync(reports, 0o711);
const total = { passed: 0, failed: 0 };

async function run(
  script: string,
  words: string[],
  variables: Record<string, string> = {},
): Promise<boolean> {
  const env = { ...process.env, TMPDIR: reports, ...variables };
  const { ok } = await runProgram(process.execPath, [join("node_modules", script), ...words], {
    stdio: ["ignore", "inherit", "inherit"],
    env,
  });
  return ok;
}

async function runVitest(): Promise<boolean> {
  await findFfmpeg();
  const file = join(reports, "vitest.json");
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${file}`];
  const changedOnly = changes ? [`--changed=${changes.since}`, "--passWithNoTests"] : [];
  const words = [
    "run",
    ...(folders.length > 0 ? folders : [`--project=${night ? "" : "!"}night`]),
    ...changedOnly,
    ...(night || onlyVitest ? [] : [`--maxWorkers=${dayWorkers}`]),
    ...reporters,
  ];
  const counts = readCounts("vitest", file, await run("vitest/vitest.mjs", words));
  const ok = add(process.env.CI ? await onceMore(counts) : counts);
  if (!changes?.structure || !ok) return ok;
  // They read the sources without importing them.
  const structure = ["run", "tests/structure", ...reporters];
  return add(readCounts("vitest", file, await run("vitest/vitest.mjs", structure)));
}

/** CI shares its machine: files that failed run once more, alone, and are named. */
async function onceMore(counts: Counts): Promise<Counts> {
  const files = counts.failedFiles;
  if (files.length === 0 || files.length > 5) return counts;
  console.log(`\nOnce more, alone:\n${files.join("\n")}`);
  const file = join(reports, "vitest-again.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const endedWell = await run("vitest/vitest.mjs", ["run", ...files, "--maxWorkers=1", ...reporters]);
  return { ...counts, failed: readCounts("vitest", file, endedWell).failed };
}

const browserProjects = (night ? ["night", "night plain"] : ["script", "plain", "phone"]).map(
  (name) => `--project=${name}`,
);

async function runPlaywright(): Promise<boolean> {
  const file = join(reports, "playwright.json");
  const chromium = await findChromium();
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, SABIA_E2E_CHROMIUM: chromium };
  const only = changes && !changes.browser ? [`--only-changed=${changes.since}`, "--pass-with-no-tests"] : [];
  const endedWell = await run(
    "@playwright/test/cli.js",
    [
      "test",
      ...only,
      ...browserProjects,
      ...(night ? [] : [`--workers=${dayWorkers}`]),
      "--reporter=dot,json",
    ],
    env,
  );
  const counts = readCounts("playwright", file, endedWell);
  if (counts.failed > 0 && !process.env.CI) {
    console.log("\nWhat failed runs once more, recorded: npx playwright show-report");
    await run(
      "@playwright/test/cli.js",
      ["test", ...browserProjects, "--last-failed", "--trace=on", "--reporter=dot,html"],
      { ...env, PLAYWRIGHT_HTML_OPEN: "never" },
    );
  }
  return add(counts);
}

function add({ passed, failed, skipped, reasons }: Counts): boolean {
  total.passed += passed;
  total.failed += failed;
  if (skipped > 0) console.log(`${skipped} skipped.`);
  if (night) for (const title of reasons) console.log(`- ${title}`);
  return (passed > 0 || changes !== undefined) && failed === 0;
}

async function build(): Promise<boolean> {
  // By day quickly: sizes of scripts are a question of the night.
  const built = await buildApp({ quick: !night });
  console.log(built ? "Built." : "Nothing has changed since the last build.");
  return true;
}

/** Each occupies one processor. Throws when the build fails. */
async function checkAndBuild(): Promise<boolean> {
  const [checked] = await Promise.all([runChecks(staticChecks), build()]);
  return checked;
}

/** A run that failed without a failed test, or wrote no report, counts as one failure. `endedWell`: exit code 0. */
function readCounts(runner: "vitest" | "playwright", file: string, endedWell: boolean): Counts {
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

/** With ffprobe; as root on Debian or Ubuntu installs them (about 20 s). Tests that need them are skipped elsewhere. */
async function findFfmpeg(): Promise<boolean> {
  const isThere = () => ["ffmpeg", "ffprobe"].every((name) => findOnPath(name) !== undefined);
  if (isThere()) return true;
  if (isRoot && findOnPath("apt-get")) {
    console.log("No FFmpeg here: it is installed (apt-get install ffmpeg).");
    await tryCommand("apt-get", "update", "-q");
    await tryCommand("apt-get", "install", "-q", "-y", "--no-install-recommends", "ffmpeg");
    if (isThere()) return true;
  }
  console.log("Without FFmpeg, the tests that convert videos are skipped. Debian: apt-get install ffmpeg");
  return false;
}

const steps: [name: string, check: () => Promise<boolean>][] = [
  ["Format, lint, import rules, types and build", checkAndBuild],
  ["Unit, database and route tests", runVitest],
  ["Browser tests", runPlaywright],
];
const wanted: typeof steps =
  onlyVitest || night ? [["Build", build], ...steps.slice(1, onlyVitest ? 2 : undefined)] : steps;

console.log(`Node ${process.version}${night ? ", the night run" : ""}`);
for (const [name, check] of wanted) {
  console.log(`\n== ${name}`);
  const start = performance.now();
  const { failed } = total;
  const ok = await check().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return false;
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${ok ? "" : "FAILED: "}${name}, ${seconds} s`);
  if (ok) continue;
  // A check without counted tests counts as one.
  if (total.failed === failed) total.failed += 1;
  break;
}
rmSync(reports, { recursive: true, force: true, maxRetries: 10 });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

/** `npm run check`. */
import { join } from "node:path";
import { runProgram } from "./processes/run-program";

type Check = [name: string, script: string, words: string[]];

export const staticChecks: Check[] = [
  ["Format and lint", "@biomejs/biome/bin/biome", ["check", "."]],
  [
    "Types",
    // The native compiler. `typescript` is 5.9, whose JavaScript API the import rules, patterns and tests need.
    "typescript-7/bin/tsc",
    // Each checker computes shared types again: four, the default, take a quarter more processor time than two.
    [
      ...["--noEmit", "-p", ".", "--checkers", "2"],
      ...["--incremental", "--tsBuildInfoFile", "node_modules/.cache/check.tsbuildinfo"],
    ],
  ],
  [
    "Import rules",
    "dependency-cruiser/bin/dependency-cruise.mjs",
    ["app", "dev", "migrations", "server.ts", "--cache", "node_modules/.cache/dependency-cruiser"],
  ],
  ["Linear patterns", "tsx/dist/cli.mjs", ["dev/check-patterns.ts"]],
];

/** In parallel. Prints the duration of each, and its output if it failed. */
export async function runChecks(checks: Check[]): Promise<boolean> {
  const start = performance.now();
  const passed = await Promise.all(checks.map((check) => runCheck(check, start)));
  return passed.every(Boolean);
}

async function runCheck([name, script, words]: Check, start: number): Promise<boolean> {
  const { ok, output } = await runProgram(process.execPath, [join("node_modules", script), ...words]);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${ok ? "" : "FAILED: "}${name}, ${seconds} s`);
  if (!ok) process.stdout.write(output);
  return ok;
}

if (process.argv[1] === import.meta.filename) {
  const words = ["run", "--project=pure", "app/", "--reporter=dot"];
  const passed = await runChecks([...staticChecks, ["Pure rules", "vitest/vitest.mjs", words]]);
  process.exit(passed ? 0 : 1);
}

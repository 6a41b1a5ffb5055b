/**
 * `npm run check`: format, lint, import rules, types and the pure tests, in parallel. Each output is printed when its
 * check ends.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";

const checks: [name: string, script: string, words: string[]][] = [
  ["Format and lint", "@biomejs/biome/bin/biome", ["check", "."]],
  ["Pure rules", "vitest/vitest.mjs", ["run", "--project=pure", "app/", "--reporter=dot"]],
  [
    "Types",
    "typescript/bin/tsc",
    ["--noEmit", "-p", ".", "--incremental", "--tsBuildInfoFile", "node_modules/.cache/check.tsbuildinfo"],
  ],
  [
    "Import rules",
    "dependency-cruiser/bin/dependency-cruise.mjs",
    ["app", "dev", "migrations", "server.ts", "--cache", "node_modules/.cache/dependency-cruiser"],
  ],
];

const start = performance.now();
const passed = await Promise.all(checks.map(run));
process.exit(passed.every(Boolean) ? 0 : 1);

function run([name, script, words]: (typeof checks)[number]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join("node_modules", script), ...words], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => output.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`${code === 0 ? "" : "FAILED: "}${name}, ${seconds} s`);
      if (code !== 0) process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}

/**
 * Bundles what runs beside Remix's own build: the server, its supervisor, a worker thread, and the operator's commands. Packages
 * stay external.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { build } from "esbuild";

/** Returns the commit's short hash, or the package's version where there is no repository, as in the image. */
function describeRelease(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return String(JSON.parse(readFileSync("package.json", "utf8")).version);
  }
}

await build({
  entryPoints: {
    server: "server.ts",
    supervisor: "app/server/supervisor/start.server.ts",
    migrate: "migrations/run.ts",
    "prove-ledger": "migrations/run-proof.ts",
    jobs: "app/server/tools/jobs.server.ts",
    "erase-again": "app/server/tools/erase-again.server.ts",
    "damaged-texts": "app/server/tools/damaged-texts.server.ts",
    backup: "dev/backup/run-backup.ts",
    restore: "dev/backup/run-restore.ts",
    doctor: "dev/doctor/run.ts",
    "storage-setup": "dev/storage/set-up-storage.ts",
    "workbook-worker": "app/features/base/spreadsheets/workbook-worker.server.ts",
  },
  outdir: "build",
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: "linked",
  logLevel: "warning",
  tsconfig: "tsconfig.json",
  define: { BUILT_FROM: JSON.stringify(describeRelease()) },
});

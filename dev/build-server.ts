/**
 * Bundles what runs beside Remix's own build: the server, its supervisor, a worker thread, the migrations. Packages
 * stay external.
 */
import { build } from "esbuild";

await build({
  entryPoints: {
    server: "server.ts",
    supervisor: "app/server/supervisor/start.server.ts",
    migrate: "migrations/run.ts",
    "prove-ledger": "migrations/run-proof.ts",
    "workbook-worker": "app/features/spreadsheets/workbook-worker.server.ts",
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
});

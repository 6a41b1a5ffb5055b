/**
 * Bundles Remix's build, the server, its supervisor, worker threads and the operator's commands. `dependencies` stay
 * packages; imported devDependencies become part of the bundles. A package that needs sloppy mode (sheetjs-style
 * assigns undeclared variables) must stay one: bundles are ES modules. Shared modules have one instance in a process.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

/** The commit, or the package's version where there is no repository, as in the image. */
function describeRelease(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return String(JSON.parse(readFileSync("package.json", "utf8")).version);
  }
}

const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
  dependencies: Record<string, string>;
};

// Names of shared files change with their content: those of former builds would stay.
for (const name of readdirSync("build")) if (/\.js(\.map)?$/.test(name)) rmSync(`build/${name}`);

const { metafile } = await build({
  metafile: true,
  entryPoints: {
    // What Vite built of Remix's routes.
    pages: "build/server/index.js",
    server: "server.ts",
    supervisor: "app/server/supervisor/start.server.ts",
    migrate: "migrations/tools/run.ts",
    "prove-ledger": "migrations/tools/run-proof.ts",
    jobs: "app/server/tools/jobs.server.ts",
    ask: "app/server/tools/ask.server.ts",
    "erase-again": "app/server/tools/erase-again.server.ts",
    backup: "dev/backup/run-backup.ts",
    restore: "dev/backup/run-restore.ts",
    doctor: "dev/doctor/run.ts",
    "storage-setup": "dev/storage/set-up-storage.ts",
    "pdf-worker": "app/features/base/documents/pdf-worker.server.ts",
    "workbook-worker": "app/features/base/documents/workbook-worker.server.ts",
  },
  outdir: "build",
  bundle: true,
  splitting: true,
  external: Object.keys(dependencies),
  // Packages that are no ES modules load their dependencies by `require`.
  banner: {
    js: 'import { createRequire as createRequireOf } from "node:module"; const require = createRequireOf(import.meta.url);',
  },
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: "linked",
  logLevel: "warning",
  // Vite leaves imports for their effects where it used nothing of a package.
  logOverride: { "ignored-bare-import": "silent" },
  tsconfig: "tsconfig.json",
  define: { BUILT_FROM: JSON.stringify(describeRelease()) },
});

// Packages have source maps of their own, so they do not say it.
const names = Object.keys(metafile.inputs).flatMap(
  (path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
);
writeFileSync("build/bundled-packages.json", `${JSON.stringify([...new Set(names)].sort(), null, 2)}\n`);

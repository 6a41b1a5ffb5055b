import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll } from "vitest";

/**
 * Bundles TypeScript sources of ours, each to a script that Node runs until the end of the test file. Returns the
 * scripts by their sources. Starting one takes a quarter of the processor time that
 * `--import tsx` takes, so it pays from the second start. A source may not look for files beside itself.
 */
export async function bundleScripts<Source extends string>(
  ...sources: readonly Source[]
): Promise<Record<Source, string>> {
  const folder = mkdtempSync(join(tmpdir(), "sabia-scripts-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  // Packages are imported from here, as they are.
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  await build({
    entryPoints: [...sources],
    outdir: folder,
    entryNames: "[name]",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    logLevel: "warning",
    tsconfig: "tsconfig.json",
  });
  const scripts = sources.map((source) => [source, join(folder, `${basename(source, ".ts")}.mjs`)]);
  return Object.fromEntries(scripts) as Record<Source, string>;
}

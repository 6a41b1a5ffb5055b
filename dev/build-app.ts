import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNpm } from "./run-program";

/** The inputs of the build. */
export const sources = [
  "app",
  "migrations",
  "public",
  "server.ts",
  "package-lock.json",
  "remix.config.js",
  "vite.config.ts",
  "dev/build-server.ts",
  "dev/compress-assets.ts",
];
const stampFile = "build/sources.sha256";

/** Rebuilds if the sources have changed since the last build. Returns whether it did. */
export async function buildApp(): Promise<boolean> {
  const stamp = hashSources();
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return false;
  // Also in tests: with another NODE_ENV, React would be built for development, three times the size.
  await runNpm(["run", "--silent", "build"], { NODE_ENV: "production" });
  writeFileSync(stampFile, stamp);
  return true;
}

function hashSources(): string {
  const hash = createHash("sha256");
  const add = (path: string) => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name));
    } else {
      hash.update(path).update("\0").update(readFileSync(path)).update("\0");
    }
  };
  // Git does not store empty folders: `public` may be missing in a clone.
  for (const path of sources) if (existsSync(path)) add(path);
  return hash.digest("hex");
}

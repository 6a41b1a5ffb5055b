/** Builds the app when its sources have changed since the last time, and only then. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNpm } from "./run-program";

/** What the build is made of. */
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

/** Makes sure that `build/` is of these sources. Gives whether it had to be built. */
export async function buildApp(): Promise<boolean> {
  const stamp = hashSources();
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return false;
  // Whoever asks, a test too: under another name React would be built for developers, three times the size.
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
  // Git keeps no empty folder: `public` is missing in a clone as long as nothing is in it.
  for (const path of sources) if (existsSync(path)) add(path);
  return hash.digest("hex");
}

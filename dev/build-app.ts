import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNpm } from "./run-program";

export const sources = [
  "app",
  "migrations",
  "public",
  "server.ts",
  "package-lock.json",
  "remix.config.js",
  "vite.config.ts",
  "dev/build-server.ts",
  "dev/finish-build.ts",
];
const stampFile = "build/sources.sha256";

/** If the sources have changed. `quick`: larger scripts; replaced by the next build that is not quick. */
export async function buildApp({ quick = false }: { quick?: boolean } = {}): Promise<boolean> {
  const stamp = hashSources();
  const quickStamp = `${stamp} quick`;
  const built = existsSync(stampFile) ? readFileSync(stampFile, "utf8") : "";
  if (built === stamp || (quick && built === quickStamp)) return false;
  // Also in tests: with another NODE_ENV, React would be built for development, three times the size.
  await runNpm(["run", "--silent", "build"], { NODE_ENV: "production", ...(quick && { QUICK_BUILD: "1" }) });
  writeFileSync(stampFile, quick ? quickStamp : stamp);
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

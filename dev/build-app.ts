import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endWithParent } from "./app-process";
import { runProgram } from "./processes/run-program";

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
  const { ok, output } = await runProgram("npm", ["run", "--silent", "build"], {
    env: {
      ...process.env,
      // Also in tests: with another NODE_ENV, React would be built for development, three times the size.
      NODE_ENV: "production",
      // Inherited by what npm starts: an interrupted build must not write into the next one's folder.
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} ${endWithParent}`.trim(),
      ...(quick && { QUICK_BUILD: "1" }),
    },
  });
  if (!ok) throw new Error(`The build failed.\n${output}`);
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

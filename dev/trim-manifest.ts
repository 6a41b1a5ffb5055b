/**
 * Removes the files of each route from the browser's list of routes: two of its six kilobytes, compressed, on every
 * page. Browsers find them by imports; the server's list (`late-scripts.tsx`) keeps them.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = "build/client/assets";
const beginning = "window.__remixManifest=";

interface Manifest {
  routes: Record<string, { imports?: string[] }>;
}

// Former builds' lists may lie beside the present one, trimmed already.
const names = readdirSync(folder).filter((name) => /^manifest-[^.]+\.js$/.test(name));
if (names.length === 0) throw new Error("the build has no list of routes");
for (const name of names) {
  const file = join(folder, name);
  const script = readFileSync(file, "utf8");
  if (!script.startsWith(beginning) || !script.endsWith(";"))
    throw new Error(`${name} is not the list of routes that Remix writes`);
  const manifest: Manifest = JSON.parse(script.slice(beginning.length, -1));
  for (const route of Object.values(manifest.routes)) delete route.imports;
  writeFileSync(file, `${beginning}${JSON.stringify(manifest)};`);
}

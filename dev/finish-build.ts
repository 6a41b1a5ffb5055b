/** After Vite: trims the list of routes, compresses the scripts and styles, bundles the server. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = "build/client/assets";
trimManifests();
compressAssets();
await import("./build-server");

/**
 * Removes the files of each route from the browser's list of routes: two of its six kilobytes, compressed, on every
 * page. Browsers find them by imports; the server's list (`late-scripts.tsx`) keeps them.
 */
function trimManifests(): void {
  const beginning = "window.__remixManifest=";
  // Former builds' lists may lie beside the present one, trimmed already.
  const names = readdirSync(folder).filter((name) => /^manifest-[^.]+\.js$/.test(name));
  if (names.length === 0) throw new Error("the build has no list of routes");
  for (const name of names) {
    const file = join(folder, name);
    const script = readFileSync(file, "utf8");
    if (!script.startsWith(beginning) || !script.endsWith(";"))
      throw new Error(`${name} is not the list of routes that Remix writes`);
    const manifest: { routes: Record<string, { imports?: string[] }> } = JSON.parse(
      script.slice(beginning.length, -1),
    );
    for (const route of Object.values(manifest.routes)) delete route.imports;
    writeFileSync(file, `${beginning}${JSON.stringify(manifest)};`);
  }
}

/** At the highest level; for `npm start` at one that takes a hundredth of the time. Fonts are compressed already. */
function compressAssets(): void {
  const quick = Boolean(process.env.QUICK_BUILD);
  const quality = quick ? 5 : constants.BROTLI_MAX_QUALITY;
  const level = quick ? constants.Z_BEST_SPEED : constants.Z_BEST_COMPRESSION;
  for (const name of readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name))) {
    const file = join(folder, name);
    const content = readFileSync(file);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level }));
  }
}

import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Rollup } from "vite";
import remixConfig from "./remix.config.js";

/**
 * Names the file of what the browser's entry and the root import, themselves or by others: every page loads it. Libraries
 * have one of their own, which stays in browsers' caches when the product changes.
 */
function joinEveryPage(
  id: string,
  { getModuleInfo }: { getModuleInfo: (id: string) => Rollup.ModuleInfo | null },
) {
  const seen = new Set<string>();
  const isReached = (module: string): boolean => {
    if (/\/app\/(entry\.client|root)\.tsx/.test(module)) return true;
    if (seen.has(module)) return false;
    seen.add(module);
    return getModuleInfo(module)?.importers.some(isReached) ?? false;
  };
  // Left to their sizes, some of it would be joined with one language's texts, and bring them along to the other's pages.
  if (!isReached(id)) return undefined;
  return id.includes("/node_modules/") ? "libraries" : "every-page";
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixConfig)],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  // terser: 4 KB less of script on every page, after compression, than esbuild's minifier.
  build: {
    target: "es2022",
    minify: "terser",
    terserOptions: { ecma: 2020, module: true, compress: { passes: 3, pure_getters: true } },
    sourcemap: false,
    assetsInlineLimit: 0,
    // A page would bring thirty small files, each a request of its own: those below so many bytes are joined.
    rollupOptions: isSsrBuild
      ? {}
      : { output: { experimentalMinChunkSize: 500, manualChunks: joinEveryPage } },
  },
}));

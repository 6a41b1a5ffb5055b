import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin, type Rollup } from "vite";
import remixConfig from "./remix.config.js";

type ModuleInfo = { getModuleInfo: (id: string) => Rollup.ModuleInfo | null };

/** The pages of the shop, which visitors open one after another. */
const shopPages =
  /\/app\/routes\/(public\/(landing|creator-page)|learner\/(marketplace|sales-page|watch))\.tsx/;

/**
 * Names the file of a module that several pages load. Left to their sizes, modules are in files of a few hundred bytes
 * each, which compress badly, and some would be joined with one language's texts, and bring them along to the other's
 * pages.
 */
function nameSharedFile(id: string, { getModuleInfo }: ModuleInfo) {
  // Texts of one language are only in files of that language.
  if (id.includes("/app/i18n/locales/")) return undefined;
  const importers = listImporters(id, getModuleInfo);
  // Libraries have a file of their own, which stays in browsers' caches when the product changes.
  if (importers.some((module) => /\/app\/(entry\.client|root)\.tsx/.test(module)))
    return id.includes("/node_modules/") ? "libraries" : "every-page";
  const pages = new Set(importers.flatMap((module) => module.match(shopPages)?.[0] ?? []));
  if (pages.size < 2) return undefined;
  // By the first of these that a visitor opens: the marketplace loads nothing that only the later pages need.
  const isOn = (name: string) => [...pages].some((page) => page.includes(name));
  return isOn("landing") ? "shop" : isOn("marketplace") ? "buying" : "one-video";
}

/** Returns a module and those that import it, themselves or by others. */
function listImporters(id: string, getModuleInfo: ModuleInfo["getModuleInfo"]): string[] {
  const found = new Set<string>();
  const add = (module: string) => {
    if (found.has(module)) return;
    found.add(module);
    getModuleInfo(module)?.importers.forEach(add);
  };
  add(id);
  return [...found];
}

/**
 * Tells zod in the browser not to compile its validators: it asks by `new Function("")` whether it may, which violates
 * the Content-Security-Policy. Set in zod's own module, since schemas of any file may be created first.
 */
function zodWithoutEval(): Plugin {
  return {
    name: "zod-without-eval",
    transform(code, id, options) {
      if (options?.ssr || !id.endsWith("/zod/v4/core/core.js")) return null;
      return { code: `${code}\nconfig({ jitless: true });`, map: null };
    },
  };
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixConfig), zodWithoutEval()],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  // terser: 4 KB less of script on every page, after compression, than esbuild's minifier, which `npm start` uses: it
  // takes a tenth of the time. Nobody downloads the server's pages.
  build: {
    target: "es2022",
    minify: isSsrBuild ? false : process.env.QUICK_BUILD ? "esbuild" : "terser",
    terserOptions: { ecma: 2020, module: true, compress: { passes: 3, pure_getters: true } },
    sourcemap: false,
    assetsInlineLimit: 0,
    // What a form or a player imports is loaded with its page already.
    modulePreload: false,
    // A page would bring thirty small files, each a request of its own: those below so many bytes are joined.
    rollupOptions: isSsrBuild
      ? {}
      : { output: { experimentalMinChunkSize: 500, manualChunks: nameSharedFile } },
  },
}));

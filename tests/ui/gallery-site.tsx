import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserContext } from "@playwright/test";
import tailwindcss from "@tailwindcss/vite";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom/server";
import { build } from "vite";
import { brandStyles } from "~/brand";
import { Gallery } from "./gallery";

/** The gallery's origin in the browser, served by `serveGallery`; nothing listens there. */
export const galleryOrigin = "http://gallery.test";

const root = fileURLToPath(new URL("../..", import.meta.url));
const types: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Builds the gallery's script, styles and fonts; returns their folder, by default a temporary one. */
export async function buildGallery(folder = mkdtempSync(join(tmpdir(), "sabia-gallery-"))): Promise<string> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    plugins: [tailwindcss()],
    resolve: { alias: { "~": join(root, "app") } },
    esbuild: { jsx: "automatic" },
    build: {
      outDir: folder,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      rollupOptions: {
        input: join(root, "tests/ui/gallery-client.tsx"),
        output: { entryFileNames: "gallery.js", assetFileNames: "assets/[name][extname]" },
      },
    },
  });
  return folder;
}

function page(path: string): string {
  const body = renderToString(
    <StaticRouter location={path}>
      <Gallery path={path} />
    </StaticRouter>,
    // The test runner names a file by its source, the build by its copy.
  ).replaceAll("/app/ui/drawings/drawings.svg", "/assets/drawings.svg");
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Gallery</title><style>${brandStyles()}</style><link rel="stylesheet" href="/assets/gallery-client.css"></head><body><div id="root">${body}</div><script type="module" src="/gallery.js"></script></body></html>`;
}

/** Answers the context's requests to `galleryOrigin`: pages are rendered here, the rest comes from the built folder. */
export async function serveGallery(context: BrowserContext, folder: string): Promise<void> {
  await context.route(`${galleryOrigin}/**`, (route) => {
    const path = new URL(route.request().url()).pathname;
    const type = types[extname(path)];
    if (!type) return route.fulfill({ contentType: "text/html", body: page(path) });
    return route.fulfill({ contentType: type, body: readFileSync(join(folder, path)) });
  });
}

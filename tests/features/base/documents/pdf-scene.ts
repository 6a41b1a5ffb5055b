/** The thread that draws documents, built for tests. */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll } from "vitest";
import { makePdf } from "~/features/base/documents/pdf.server";
import type { PdfBlock, PdfHead } from "~/features/base/documents/pdf-document";

// Below node_modules, so that the thread finds its packages and fonts.
const dir = mkdtempSync(join("node_modules", ".pdf-worker-"));
await build({
  entryPoints: { worker: "app/features/base/documents/pdf-worker.server.ts" },
  outdir: dir,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  tsconfig: "tsconfig.json",
});
export const worker = pathToFileURL(join(dir, "worker.mjs"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

export const head: PdfHead = {
  title: "Extrato do repasse de R$ 42,41",
  language: "pt-BR",
  issuer: "Sabiá",
  pageLabel: "Página",
};

export const columns = [
  { title: "Data", width: 25 },
  { title: "Lançamento", width: 50 },
  { title: "Valor", width: 25, right: true },
];

export async function draw(blocks: Iterable<PdfBlock>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of makePdf(worker, { head, blocks, signal: new AbortController().signal }))
    parts.push(part);
  return Buffer.concat(parts).toString("latin1");
}

export const pagesOf = (pdf: string) => pdf.match(/\/Type \/Page\b/g)?.length;

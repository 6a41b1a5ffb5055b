/** Documents are drawn in a thread of their own: tagged, bounded in memory, ended when nobody reads. */
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { makePdf } from "~/features/base/documents/pdf.server";
import type { PdfBlock } from "~/features/base/documents/pdf-document";
import { columns, draw, head, pagesOf, worker } from "./pdf-scene";

test("a document is tagged: language, title, headings, tables with rows and cells", async () => {
  const pdf = await draw([
    { kind: "facts", rows: [["Número", "SB-7K3M-92"]] },
    { kind: "heading", text: "Lançamentos" },
    { kind: "table", columns },
    { kind: "rows", rows: [["23 nov 2026", "Venda: Pão de queijo", "R$ 42,41"]] },
    { kind: "text", text: "Fim." },
  ]);
  expect(pdf).toMatch(/^%PDF-1\.7/);
  expect(pdf.trimEnd()).toMatch(/%%EOF$/);
  expect(pdf).toContain("/Lang (pt-BR)");
  expect(pdf).toContain("/Marked true");
  expect(pdf).toContain("/DisplayDocTitle true");
  for (const tag of ["Document", "H1", "H2", "P", "Table", "TR", "TH", "TD"])
    expect(pdf).toMatch(new RegExp(`/S /${tag}\\b`));
  expect(pagesOf(pdf)).toBe(1);
});

/** Counts the lines of text that a document draws. */
function countLines(pdf: string): number {
  const streams = [...pdf.matchAll(/\/FlateDecode\s*>>\s*stream\r?\n([\s\S]*?)\r?\nendstream/g)];
  const texts = streams.map(([, bytes = ""]) => inflateSync(Buffer.from(bytes, "latin1")).toString("latin1"));
  return texts.join("\n").match(/\bTJ\b/g)?.length ?? 0;
}

test("an amount of millions in a narrow column stays on one line, in letters that fit", async () => {
  const narrow = Array.from({ length: 7 }, (_, at) => ({ title: `Coluna ${at}`, width: 1, right: true }));
  const linesOf = async (amount: string) =>
    countLines(
      await draw([
        { kind: "table", columns: narrow },
        { kind: "rows", rows: [narrow.map(() => amount)], strong: true },
      ]),
    );
  const short = await linesOf("R$\u00a01,00");
  expect(short).toBeGreaterThan(14);
  expect(await linesOf("-R$\u00a012.345.678,90")).toBe(short);
});

test("a document whose blocks cannot be read ends with their error", async () => {
  function* failing(): Generator<PdfBlock> {
    yield { kind: "text", text: "Começo" };
    throw new Error("the ledger is away");
  }
  await expect(draw(failing())).rejects.toThrow("the ledger is away");
});

test("a client that disconnects ends the drawing and the reading of blocks", async () => {
  let ended = false;
  function* endless(): Generator<PdfBlock> {
    try {
      for (;;) yield { kind: "text", text: "Mais uma linha" };
    } finally {
      ended = true;
    }
  }
  const leave = new AbortController();
  const parts = makePdf(worker, { head, blocks: endless(), signal: leave.signal });
  await parts.next();
  leave.abort();
  await expect(
    (async () => {
      for await (const _ of parts);
    })(),
  ).rejects.toThrow();
  expect(ended).toBe(true);
});

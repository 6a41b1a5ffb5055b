import { expect, test } from "vitest";
import type { PdfBlock } from "~/features/base/documents/pdf-document";
import { columns, draw, pagesOf } from "./pdf-scene";

test("more than a hundred pages are drawn within the thread's 150 MB", async () => {
  function* many(): Generator<PdfBlock> {
    yield { kind: "table", columns };
    for (let at = 0; at < 40; at += 1)
      yield {
        kind: "rows",
        rows: Array.from({ length: 100 }, (_, row) => [
          "23 nov 2026, 14:07",
          `Venda: Violão para iniciantes, aula ${at * 100 + row}`,
          "R$ 42,41",
        ]),
      };
  }
  expect(pagesOf(await draw(many()))).toBeGreaterThan(100);
}, 120_000);

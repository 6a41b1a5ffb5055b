/** Reading and matching the statements of several banks. */
import { describe, expect, test } from "vitest";
import { type MatchedPayout, matchLines } from "~/features/payouts/bank-statement/match-lines";
import { readStatement } from "~/features/payouts/bank-statement/read-statement";
import { bankFiles, sgml, xml } from "./bank-files";

const payout = (
  id: string,
  cents: number,
  name: string,
  change: Partial<MatchedPayout> = {},
): MatchedPayout => ({
  ...{ id, cents, name, pixKey: null, txid: id.toUpperCase().padStart(25, "0") },
  ...{ preparedDay: "2026-11-20", status: "prepared", bankReference: null },
  ...change,
});
const ines = payout("ines", 124_784, "Inês Gonçalves");
const aline = payout("aline", 64_220, "Aline Ferraz");
const others = [payout("lia", 96_810, "Lia Nakamura"), payout("davi", 5_000, "Davi Monteiro")];

describe.each(Object.entries(bankFiles))("the bank statement in the format of %s", (_, bytes) => {
  const lines = readStatement(bytes) ?? [];

  test("has its four movements, with days, amounts and texts with accents", () => {
    expect(lines.map(({ day, cents }) => [day, cents])).toEqual([
      ["2026-11-23", -124_784],
      ["2026-11-23", -64_220],
      ["2026-11-23", -9_990],
      ["2026-11-24", 64_220],
    ]);
    expect(lines[0]?.text).toMatch(/In[eê]s Gon/i);
    for (const { text } of lines) expect(text).not.toMatch(/\uFFFD|Ã|&amp;/);
  });

  test("confirms both payouts, proposes the returned one, and ignores the fee", () => {
    const { proposals, known } = matchLines(lines, [ines, aline, ...others]);
    expect(proposals).toMatchObject([
      { kind: "paid", certain: true, line: 0, payoutId: "ines" },
      { kind: "paid", certain: true, line: 1, payoutId: "aline" },
      { kind: "returned", certain: true, line: 3, payoutId: "aline" },
    ]);
    expect(known).toBe(0);
  });

  test("proposes nothing once its payouts are recorded", () => {
    const done = [
      { ...ines, status: "paid", bankReference: lines[0]?.reference ?? "" },
      { ...aline, status: "returned", bankReference: lines[1]?.reference ?? "" },
    ] as const;
    expect(matchLines(lines, done)).toEqual({ proposals: [], known: 3 });
  });
});

test("OFX 1 files with entities, without closing tags, and with an empty list are read", () => {
  const text = sgml.toString("latin1");
  expect(readStatement(Buffer.from(text.replaceAll("</STMTTRN>\r\n", ""), "latin1"))).toHaveLength(4);
  expect(readStatement(sgml)?.[2]?.text).toBe("TARIFA PACOTE & SERVIÇOS");
  expect(readStatement(Buffer.from("<OFX><BANKTRANLIST></BANKTRANLIST></OFX>"))).toEqual([]);
});

test("a file that declares Windows-1252 but is UTF-8 is read as UTF-8", () => {
  const lines = readStatement(Buffer.from(sgml.toString("latin1"), "utf8"));
  expect(lines?.[0]?.text).toBe("PIX ENVIADO - INÊS GONÇALVES 23/11");
});

test.each([
  ["an empty file", ""],
  ["a text", "Olá, segue o extrato.\nAbraço"],
  ["a table of something else", "Nome;Cidade\nAna;Recife\n"],
  ["a PDF", "%PDF-1.7\n%\u00e2\u00e3"],
])("%s is not a bank statement", (_, text) =>
  expect(readStatement(Buffer.from(text, "latin1"))).toBeUndefined(),
);

test("a broken XML file, cut anywhere, never throws", () => {
  for (let end = 0; end < xml.length; end += 97)
    expect(() => readStatement(xml.subarray(0, end))).not.toThrow();
});

/** Reading and matching the statements of several banks. */
import { describe, expect, test } from "vitest";
import { maxLines } from "~/features/payouts/bank-statement/bank-line";
import { matchLines } from "~/features/payouts/bank-statement/match-lines";
import type { MatchedPayout } from "~/features/payouts/bank-statement/matched-payout";
import { splitCsv } from "~/features/payouts/bank-statement/parse-csv";
import { readStatement } from "~/features/payouts/bank-statement/read-statement";
import { bankFiles, sgml, xml } from "./bank-files";

const payout = (
  id: string,
  cents: number,
  name: string,
  change: Partial<MatchedPayout> = {},
): MatchedPayout => ({
  id,
  cents,
  name,
  pixKey: null,
  txid: id.toUpperCase().padStart(25, "0"),
  preparedDay: "2026-11-20",
  status: "prepared",
  bankReference: null,
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

test("a file in UTF-16, as spreadsheets write it, is read, with its byte order mark in either order", () => {
  const text = "Data\tDescrição\tValor\r\n23/11/2026\tPix para Inês Gonçalves\t-1.247,84\r\n";
  const little = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
  const big = Buffer.from(little).swap16();
  for (const bytes of [little, big])
    expect(readStatement(bytes)).toMatchObject([{ cents: -124_784, text: "Pix para Inês Gonçalves" }]);
});

test("a CSV file separated by bars is read", () => {
  const bytes = Buffer.from("Data|Histórico|Valor\n23/11/2026|Pix para Inês|-12,00\n");
  expect(readStatement(bytes)).toMatchObject([{ cents: -1_200, text: "Pix para Inês" }]);
});

test("control characters do not reach a line, whose texts are stored", () => {
  const ofx =
    "<OFX><STMTTRN><DTPOSTED>20261123<TRNAMT>-1.00<FITID>A\u0000B&#1;<MEMO>PIX\u0000 X\u0007</STMTTRN></OFX>";
  const csv = "Data;Documento;Histórico;Valor\n23/11/2026;A\u0000B;PIX\u0000 X;-1,00\n";
  for (const text of [ofx, csv])
    expect(readStatement(Buffer.from(text))).toMatchObject([{ text: "PIX X", reference: "A B" }]);
});

test("declarations and entities of XML are read as text: nothing is fetched and nothing expands", () => {
  const file = `<?xml version="1.0"?><!DOCTYPE OFX [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "&x;&x;">]>
    <OFX><STMTTRN><DTPOSTED>20261123</DTPOSTED><TRNAMT>-1.00</TRNAMT><MEMO>&x;&y;</MEMO></STMTTRN></OFX>`;
  expect(readStatement(Buffer.from(file))).toMatchObject([{ cents: -100, text: "&x;&y;" }]);
});

test.each([
  ["CSV", (n: number) => `Data;Histórico;Valor\n${"23/11/2026;P;-1,00\n".repeat(n)}`],
  ["OFX", (n: number) => `<OFX>${"<STMTTRN><DTPOSTED>20261123<TRNAMT>-1<MEMO>P".repeat(n)}`],
])("of a %s file with too many movements one more than the limit is read, which shows it", (_, write) => {
  expect(readStatement(Buffer.from(write(maxLines)))).toHaveLength(maxLines);
  expect(readStatement(Buffer.from(write(5 * maxLines)))).toHaveLength(maxLines + 1);
});

test("a million lines of nothing are not collected", () => {
  expect(readStatement(Buffer.from("1;2\n".repeat(1_000_000)))).toBeUndefined();
  expect(splitCsv("1;2\n".repeat(1_000_000), ";").length).toBeLessThanOrEqual(2 * maxLines);
});

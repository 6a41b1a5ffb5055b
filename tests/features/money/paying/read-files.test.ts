/** Reading and matching the statements of several banks. */
import { describe, expect, test } from "vitest";
import { readCsvRows } from "~/features/base/documents/csv";
import { maxLines } from "~/features/money/paying/bank-line";
import type { MatchedPayout } from "~/features/money/paying/line-evidence";
import { matchLines } from "~/features/money/paying/match-lines";
import { readStatement } from "~/features/money/paying/propose-statement.server";
import { bankFiles, sgml, xml } from "./bank-files";

const readLines = (bytes: Uint8Array) => readStatement(bytes)?.lines;

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
  const lines = readLines(bytes) ?? [];

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
  expect(readLines(Buffer.from(text.replaceAll("</STMTTRN>\r\n", ""), "latin1"))).toHaveLength(4);
  expect(readLines(sgml)?.[2]?.text).toBe("TARIFA PACOTE & SERVIÇOS");
  expect(readLines(Buffer.from("<OFX><BANKTRANLIST></BANKTRANLIST></OFX>"))).toEqual([]);
});

test("a file that declares Windows-1252 but is UTF-8 is read as UTF-8", () => {
  const lines = readLines(Buffer.from(sgml.toString("latin1"), "utf8"));
  expect(lines?.[0]?.text).toBe("PIX ENVIADO - INÊS GONÇALVES 23/11");
});

test.each([
  ["an empty file", ""],
  ["a text", "Olá, segue o extrato.\nAbraço"],
  ["a table of something else", "Nome;Cidade\nAna;Recife\n"],
  ["a PDF", "%PDF-1.7\n%\u00e2\u00e3"],
])("%s is not a bank statement", (_, text) => expect(readLines(Buffer.from(text, "latin1"))).toBeUndefined());

test("a broken XML file, cut anywhere, never throws", () => {
  for (let end = 0; end < xml.length; end += 97) expect(() => readLines(xml.subarray(0, end))).not.toThrow();
});

test("a file in UTF-16, as spreadsheets write it, is read, with its byte order mark in either order", () => {
  const text = "Data\tDescrição\tValor\r\n23/11/2026\tPix para Inês Gonçalves\t-1.247,84\r\n";
  const little = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
  const big = Buffer.from(little).swap16();
  for (const bytes of [little, big])
    expect(readLines(bytes)).toMatchObject([{ cents: -124_784, text: "Pix para Inês Gonçalves" }]);
});

test("a CSV file separated by bars is read", () => {
  const bytes = Buffer.from("Data|Histórico|Valor\n23/11/2026|Pix para Inês|-12,00\n");
  expect(readLines(bytes)).toMatchObject([{ cents: -1_200, text: "Pix para Inês" }]);
});

test("control characters do not reach a line, whose texts are stored", () => {
  const ofx =
    "<OFX><STMTTRN><DTPOSTED>20261123<TRNAMT>-1.00<FITID>A\u0000B&#1;<MEMO>PIX\u0000 X\u0007</STMTTRN></OFX>";
  const csv = "Data;Documento;Histórico;Valor\n23/11/2026;A\u0000B;PIX\u0000 X;-1,00\n";
  for (const text of [ofx, csv])
    expect(readLines(Buffer.from(text))).toMatchObject([{ text: "PIX X", reference: "A B" }]);
});

test("declarations and entities of XML are read as text: nothing is fetched and nothing expands", () => {
  const file = `<?xml version="1.0"?><!DOCTYPE OFX [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "&x;&x;">]>
    <OFX><STMTTRN><DTPOSTED>20261123</DTPOSTED><TRNAMT>-1.00</TRNAMT><MEMO>&x;&y;</MEMO></STMTTRN></OFX>`;
  expect(readLines(Buffer.from(file))).toMatchObject([{ cents: -100, text: "&x;&y;" }]);
});

test.each([
  ["CSV", (n: number) => `Data;Histórico;Valor\n${"23/11/2026;P;-1,00\n".repeat(n)}`],
  ["OFX", (n: number) => `<OFX>${"<STMTTRN><DTPOSTED>20261123<TRNAMT>-1<MEMO>P".repeat(n)}`],
])("a %s file with too many movements is recognised as too long", (_, write) => {
  const whole = readStatement(Buffer.from(write(maxLines)));
  expect([whole?.lines.length, whole?.isTooLong]).toEqual([maxLines, false]);
  expect(readStatement(Buffer.from(write(maxLines + 1)))?.isTooLong).toBe(true);
});

test.each([
  ["another currency", "<CURDEF>USD", "", { foreignCurrency: "USD", unread: [] }],
  ["the real", "<CURDEF>brl", "", { lines: [{ cents: -100 }], unread: [] }],
  ["no currency", "", "", { lines: [{ cents: -100 }], unread: [] }],
  [
    "a movement in another currency",
    "<CURDEF>BRL",
    "<CURRENCY><CURRATE>5.4<CURSYM>USD</CURRENCY>",
    { lines: [], unread: [{ number: 1 }] },
  ],
  [
    "a movement that was converted",
    "<CURDEF>BRL",
    "<ORIGCURRENCY><CURRATE>5.4<CURSYM>USD</ORIGCURRENCY>",
    { lines: [{ cents: -100 }] },
  ],
])("an OFX file of an account with %s", (_, currency, ofMovement, expected) => {
  const ofx = `<OFX><STMTRS>${currency}<STMTTRN><DTPOSTED>20261123<TRNAMT>-1.00${ofMovement}<MEMO>P</STMTTRN></OFX>`;
  const statement = readStatement(Buffer.from(ofx));
  expect(statement).toMatchObject(expected);
  expect(statement?.foreignCurrency).toBe(currency.endsWith("USD") ? "USD" : undefined);
});

test("a million lines of nothing are not collected", () => {
  expect(readStatement(Buffer.from("1;2\n".repeat(1_000_000)))).toBeUndefined();
  const { rows, more } = readCsvRows("1;2\n".repeat(1_000_000), { delimiter: ";", maxLines: 100 });
  expect([rows.length, more]).toEqual([100, true]);
});

const csv = (...rows: string[]) => {
  const { lines, unread, summaryCount } = readStatement(Buffer.from(rows.join("\r\n"))) ?? {};
  return {
    cents: lines?.map(({ cents }) => cents),
    unread: unread?.map(({ number }) => number),
    summaryCount,
  };
};

describe("the sign of a line in CSV", () => {
  test.each([
    ["a column of letters", "Data;Histórico;Valor;D/C", ["PIX;10,00;D", "PIX;10,00;C"], [-1_000, 1_000], []],
    [
      "a column of words",
      "Data;Texto;Valor;Débito/Crédito",
      ["P;1,00;Débito", "P;1,00;crédito"],
      [-100, 100],
      [],
    ],
    ["a column without a title", "Data;Histórico;Valor;", ["PIX;1,00;D", "PIX;1,00;C"], [-100, 100], []],
    ["a cell beyond the titles", "Data;Histórico;Valor", ["PIX;1,00;D", "PIX;1,00;C"], [-100, 100], []],
    [
      "a column before the amount",
      "Data;Tipo;Texto;Valor",
      ["Saída;P;1,00", "Entrada;P;1,00"],
      [-100, 100],
      [],
    ],
    ["a column of marks", "Data;Sinal;Histórico;Valor", ["-;PIX;1,00", "+;PIX;1,00"], [-100, 100], []],
    ["initials of signs", "Data;Natureza;Texto;Valor", ["S;P;1,00", "E;P;1,00"], [-100, 100], []],
    ["amount and column, which agree", "Data;Texto;Valor;D/C", ["P;-1,00;D", "P;+1,00;C"], [-100, 100], []],
    ["amount and column, which disagree", "Data;Texto;Valor;D/C", ["P;-1,00;C", "P;-2,00;D"], [-200], [2]],
    ["no minus where others have one", "Data;Texto;Valor;D/C", ["P;-1,00;D", "P;2,00;D"], [-100], [3]],
    ["an unknown letter", "Data;Texto;Valor;D/C", ["P;1,00;X", "P;1,00;D", "P;1,00;"], [-100], [2, 4]],
    ["nothing", "Data;Histórico;Valor", ["DEVOLUCAO PIX ENVIADA;1,00", "PIX;2,00"], [], [2, 3]],
    ["nothing but a negative balance", "Data;Histórico;Valor", ["SALDO ANTERIOR;-5,00", "PIX;2,00"], [], [3]],
    ["a letter behind some amounts", "Data;Histórico;Valor", ["PIX;1,00 D", "PIX;2,00"], [-100], [3]],
    [
      "two columns",
      "Data;Texto;Débito;Crédito",
      ["P;1,00;", "P;;2,00", "P;-3,00;-", "P;0,00;4,00"],
      [-100, 200, -300, 400],
      [],
    ],
    [
      "two columns, both filled or contradicted",
      "Data;Texto;Débito;Crédito",
      ["P;1,00;1,00", "P;;-2,00", "P;+3,00;", "P;;"],
      [],
      [2, 3, 4, 5],
    ],
    ["no letter of a balance", "Data;Texto;Valor;Saldo;", ["P;-1,00;5,00;C"], [-100], []],
  ])("is taken from %s", (_, titles, rows, cents, unread) => {
    const read = csv(titles, ...rows.map((row) => `23/11/2026;${row}`));
    expect(read).toMatchObject({ cents, unread });
  });

  test("is taken from a letter in a file without titles, as a public bank writes it", () => {
    const row = (text: string, letter: string) => `"23/11/2026","","${text}","","123","100,00","${letter}"`;
    expect(csv(row("DEVOLUCAO PIX ENVIADA", "D"), row("PIX RECEBIDO", "C"), row("PIX", "?"))).toMatchObject({
      cents: [-10_000, 10_000],
      unread: [3],
    });
  });
});

describe("a line of CSV that cannot be read is named by its number:", () => {
  test.each([
    ["no amount", "23/11/2026;PIX;"],
    ["no day", ";PIX;-1,00"],
    ["a day that does not exist", "31/02/2026;PIX;-1,00"],
    ["an amount with cells beyond the titles", "23/11/2026;PIX;-1;50"],
    ["a text with the separator", "23/11/2026;PIX; ANA;-1,50"],
    ["three decimals", "23/11/2026;PIX;-1,247"],
    ["two numbers", "23/11/2026;PIX;-1,00 2,00"],
    ["a text alone", "Extrato gerado em 24/11/2026"],
    ["more than 20,000 characters", `23/11/2026;${" ".repeat(240_000)};-1,00`],
    ["quotes without end, more than 20,000 characters", `23/11/2026;"${'a"'.repeat(120_000)}`],
  ])("%s", (_, row) => {
    const rows = ["Conta 1", "", "Data;Histórico;Valor", "22/11/2026;PIX;-2,00", row, "24/11/2026;PIX;-3,00"];
    expect(csv(...rows)).toEqual({ cents: [-200, -300], unread: [5], summaryCount: 0 });
  });

  test("lines that a quote without end joins, and the others are read", () => {
    const rows = [
      '22/11/2026;"PIX;-2,00',
      "23/11/2026;PIX;-1,00",
      '24/11/2026;PIX";-3,00',
      "25/11/2026;PIX;-4,00",
    ];
    const titles = "Data;Histórico;Valor";
    expect(csv(titles, ...rows)).toMatchObject({ cents: [-400], unread: [2, 3, 4] });
    expect(csv(titles, ...rows.slice(0, 2))).toMatchObject({ cents: [-200, -100], unread: [] });
  });

  test("days with the month first, and days that may be", () => {
    const read = csv("Date,Description,Amount", "11/12/2026,PIX,-1.00", "11/23/2026,PIX,-2.00");
    expect(read).toMatchObject({ cents: [], unread: [2, 3] });
  });

  test("amounts whose mark may be one of decimals or of thousands", () => {
    const read = (...amounts: string[]) =>
      csv("Data;Texto;Valor", ...amounts.map((amount) => `23/11/2026;PIX;${amount}`));
    const doubtful = read("-642.20", "-1.247", "-237.8800");
    expect(doubtful).toMatchObject({ cents: [-64_220, -23_788], unread: [3] });
    expect(read("-642,20", "-1.247")).toMatchObject({ cents: [-64_220, -124_700] });
  });

  test("movements before the titles; balances and totals are counted, titles in between name the columns anew", () => {
    expect(
      csv(
        "Período: 01/11/2026 a 30/11/2026",
        "22/11/2026;PIX;-9,00",
        "Data;Histórico;Valor;Saldo",
        "01/11/2026;SALDO ANTERIOR;;10,00",
        "22/11/2026;PIX;-2,00;8,00",
        "22/11/2026;S A L D O;8,00;",
        "Data;Valor;Histórico;Saldo",
        "23/11/2026;-1,00;TOTAL ENERGIA;7,00",
        ";Total;3,00;",
      ),
    ).toEqual({ cents: [-200, -100], unread: [2], summaryCount: 3 });
  });
});

describe("an OFX amount", () => {
  const ofx = (fields: string) =>
    `<OFX><BANKTRANLIST><STMTTRN><DTPOSTED>20261123${fields}</STMTTRN></BANKTRANLIST></OFX>`;
  const read = (fields: string) => {
    const { lines, unread } = readStatement(Buffer.from(ofx(fields))) ?? {};
    return [lines?.[0]?.cents, unread?.length];
  };
  test.each([
    ["-237.8800", -23_788],
    ["-237,8800", -23_788],
    ["-1.247", undefined],
    ["1,234.56", undefined],
    ["-1.2", -120],
    ["\u221250.00", -5_000],
    ["- 50,00", -5_000],
    ["+50", 5_000],
    ["50.", 5_000],
    ["R$ 50,00", undefined],
    ["", undefined],
    [".", undefined],
    ["-237.885", undefined],
    ["5E2", undefined],
  ])("%j is a decimal number: %s cents", (amount, cents) => {
    expect(read(`<TRNAMT>${amount}<MEMO>PIX`)).toEqual([cents, cents === undefined ? 1 : 0]);
  });

  test.each([
    ["a type that contradicts the amount", "<TRNTYPE>DEBIT<TRNAMT>50.00"],
    ["a credit that leaves", "<TRNTYPE>CREDIT<TRNAMT>-50.00"],
    ["two amounts", "<TRNAMT>50.00<TRNAMT>60.00"],
    ["a correction of another movement", "<TRNAMT>-50.00<CORRECTFITID>7<CORRECTACTION>DELETE"],
    ["no amount", "<MEMO>PIX"],
    ["two days", "<DTPOSTED>20261124<TRNAMT>50.00"],
  ])("with %s is not read, and the movement is counted", (_, fields) => {
    expect(read(fields)).toEqual([undefined, 1]);
  });

  test("of a pending or empty movement is not read", () => {
    const text =
      "<OFX><STMTTRNP><DTPOSTED>20261123<TRNAMT>-1.00</STMTTRNP><STMTTRN></STMTTRN><STMTTRN/></OFX>";
    expect(readStatement(Buffer.from(text))).toMatchObject({
      lines: [],
      unread: [{ number: 1 }, { number: 2 }, { number: 3 }],
    });
  });

  test("keeps its text: a smaller-than sign, CDATA and numbered characters", () => {
    const text = ofx("<TRNAMT>-1.00<NAME>A < B<MEMO><![CDATA[PIX <ANA> & CIA]]><MEMO>S&#xE3;o&#233;");
    expect(readLines(Buffer.from(text))?.[0]?.text).toBe("A < B PIX <ANA> & CIA Sãoé");
  });
});

describe("the closing balance of a statement", () => {
  const balanceOf = (text: string) => {
    const { closingBalanceCents, closingDay } = readStatement(Buffer.from(text)) ?? {};
    return [closingBalanceCents, closingDay];
  };
  const ofx =
    "<STMTTRN><DTPOSTED>20261123<TRNAMT>-1.00</STMTTRN><LEDGERBAL><BALAMT>-1000,50<DTASOF>20261124120000[-3:BRT]</LEDGERBAL><AVAILBAL><BALAMT>7<DTASOF>20261124</AVAILBAL>";
  test("is that of LEDGERBAL, or none for several accounts", () => {
    expect(balanceOf(`<OFX>${ofx}</OFX>`)).toEqual([-100_050, "2026-11-24"]);
    expect(balanceOf(`<OFX>${ofx}${ofx}</OFX>`)).toEqual([undefined, undefined]);
    expect(balanceOf("<OFX></OFX>")).toEqual([undefined, undefined]);
  });
  test("is the last of the balance column, in either order of days", () => {
    const rows = ["22/11/2026;PIX;-2,00;8,00", "23/11/2026;PIX;-1,00;7,00 C", "23/11/2026;SALDO;;7,00"];
    const titles = "Data;Histórico;Valor;Saldo (R$)";
    expect(balanceOf([titles, ...rows].join("\n"))).toEqual([700, "2026-11-23"]);
    expect(balanceOf([titles, ...rows.reverse()].join("\n"))).toEqual([700, "2026-11-23"]);
    expect(balanceOf("Data;Histórico;Valor\n22/11/2026;PIX;-2,00")).toEqual([undefined, undefined]);
  });
});

test("long cells of quotes, spaces and separators are read in linear time", () => {
  const rows = [
    " ".repeat(19_000),
    'a"'.repeat(9_000),
    ";".repeat(19_000),
    '"'.repeat(19_000),
    "\u2028".repeat(19_000),
  ];
  const timeOf = (repeats: number) => {
    const text = `Data;Histórico;Valor\n${rows.map((row) => `${row}\n`.repeat(repeats)).join("")}`;
    const begin = performance.now();
    readStatement(Buffer.from(text));
    return performance.now() - begin;
  };
  timeOf(1);
  // Ten times the text: a quadratic pattern takes a hundred times as long.
  expect(timeOf(30) / timeOf(3)).toBeLessThan(40);
});

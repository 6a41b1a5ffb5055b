import { expect, test } from "vitest";
import { maxInvoiceLines, parseInvoiceMonth, parseInvoices } from "./invoice-lines";

test.each([
  ["11/2026", "2026-11"],
  ["1/2026", "2026-01"],
  ["01/11/2026", "2026-11"],
  ["2026-11", "2026-11"],
  ["2026-11-30", "2026-11"],
  ["13/2026", undefined],
  ["novembro", undefined],
  ["11/1926", undefined],
  ["", undefined],
])("the month %j is read as %s", (typed, month) => {
  expect(parseInvoiceMonth(typed)).toBe(month);
});

const ana = { email: "ana@example.com", taxId: null, month: "2026-10", number: "202600000000123" };

test("a file with titles is read by them, whatever their order and separator", () => {
  const file = "\uFEFFNome;Mês;E-mail;Número;Link\r\nAna;10/2026;Ana@Example.com;202600000000123;\r\n";
  expect(parseInvoices(file)).toEqual({ lines: [{ ...ana, line: 2, link: null }], bad: [], more: false });
  const commas =
    'criador,month,number,link\nana@example.com,2026-10,"202600000000123",https://nfse.example/1?a=1,2';
  expect(parseInvoices(commas).lines).toEqual([{ ...ana, line: 2, link: "https://nfse.example/1?a=1" }]);
});

test("a file without titles has creator, month, number and link in this order", () => {
  expect(parseInvoices("ana@example.com;10/2026;202600000000123;https://nfse.example/1").lines).toEqual([
    { ...ana, line: 1, link: "https://nfse.example/1" },
  ]);
});

test("bad lines are named by their numbers in the file, and the others are kept", () => {
  const file = [
    "criador;mes;numero;link",
    "ana@example.com;10/2026;1;",
    "",
    "ana;10/2026;2;",
    "bia@example.com;99/2026;3;",
    "bia@example.com;10/2026;;",
    "bia@example.com;10/2026;4;http://nfse.example",
    "bia@example.com;10/2026;4;javascript:alert(1)",
    "ana@example.com;2026-10;5;",
    `bia@example.com;11/2026;${"6".repeat(61)};`,
    "bia@example.com;11/2026;7;",
  ].join("\n");
  const { lines, bad } = parseInvoices(file);
  expect(lines.map(({ line }) => line)).toEqual([2, 11]);
  expect(bad).toEqual([
    { line: 4, problem: "creator" },
    { line: 5, problem: "month" },
    { line: 6, problem: "number" },
    { line: 7, problem: "link" },
    { line: 8, problem: "link" },
    { line: 9, problem: "twice" },
    { line: 10, problem: "number" },
  ]);
});

test("a file that is too long is read up to the limit", () => {
  const file = Array.from({ length: maxInvoiceLines + 2 }, (_, at) => `a${at}@example.com;10/2026;1`).join(
    "\n",
  );
  const { lines, more } = parseInvoices(file);
  expect([lines.length, more]).toEqual([maxInvoiceLines, true]);
});

test("a file without a line has none", () => {
  for (const file of ["", "\n\n", "criador;mes;numero"])
    expect(parseInvoices(file)).toEqual({ lines: [], bad: [], more: false });
});

test("a creator is named by CPF or CNPJ too, with or without punctuation and leading zeros", () => {
  const file = [
    "CPF/CNPJ;Mês;Número;E-mail",
    "529.982.247-25;10/2026;1;",
    "12.ABC.345/01DE-35;10/2026;2;",
    "529.982.247-26;10/2026;3;",
    "529.982.247-25;10/2026;4;ana@example.com",
    "52998224725;10/2026;5;",
    "1234567890;10/2026;6;",
  ].join("\n");
  const { lines, bad } = parseInvoices(file);
  expect(lines.map(({ email, taxId }) => email ?? taxId)).toEqual([
    "52998224725",
    "12ABC34501DE35",
    "ana@example.com",
    "01234567890",
  ]);
  expect(bad).toEqual([
    { line: 4, problem: "creator" },
    { line: 6, problem: "twice" },
  ]);
  expect(parseInvoices("529.982.247-25;10/2026;1;").lines).toMatchObject([{ taxId: "52998224725" }]);
});

test.each(["=cmd|' /C calc'!A0", "+1+1", "-2", "@SUM(1)", "12\u00003", "\u202E321", "<b>1</b>", ""])(
  "%j is no number of an invoice",
  (number) => {
    expect(parseInvoices(`ana@example.com;10/2026;${number};`)).toMatchObject({
      lines: [],
      bad: [{ line: 1, problem: "number" }],
    });
  },
);

test.each(["202600000000123", "A-12/2026", "Nº 1.234"])("%j is a number of an invoice", (number) =>
  expect(parseInvoices(`ana@example.com;10/2026;${number};`).lines).toMatchObject([{ number }]),
);

test("a link has at most 500 characters", () => {
  const linkOf = (length: number) => `https://nfse.example/${"x".repeat(length - 21)}`;
  const read = (length: number) => parseInvoices(`ana@example.com;10/2026;1;${linkOf(length)}`);
  expect(read(500).lines).toMatchObject([{ link: linkOf(500) }]);
  expect(read(501).bad).toEqual([{ line: 1, problem: "link" }]);
});

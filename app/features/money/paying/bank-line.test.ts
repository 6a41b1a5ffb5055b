import { expect, test } from "vitest";
import { identifyLines, makeBankLine, parseBankAmount, parseBankDay } from "./bank-line";

test.each([
  ["-642.20", -64_220],
  ["-1.247,84", -124_784],
  ["-1,247.84", -124_784],
  ["- R$ 642,20", -64_220],
  ["R$ -642,20", -64_220],
  ["642,20-", -64_220],
  ["642,20 D", -64_220],
  ["642,20 C", 64_220],
  ["+1.247", 124_700],
  ["1.234.567,8", 123_456_780],
  ["50", 5_000],
  ["-0,05", -5],
  [",50", 50],
  ["0,00", 0],
  ["(1.247,84)", -124_784],
  ["\u2212642,20", -64_220],
  ["\u2013642,20", -64_220],
  ["-R$\u00a0642,20", -64_220],
  ["R$\u00a0642,20 (-)", -64_220],
  ["1 247,84", 124_784],
  ["-10,00 D", -1_000],
])("the amount %j is %i cents", (written, cents) => {
  const amount = parseBankAmount(written);
  expect(amount && (amount.sign === "-" ? -amount.cents : amount.cents)).toBe(cents);
});

test.each([
  "",
  "-",
  "R$",
  "12,345,6,",
  "1e5",
  "23/11/2026",
  "642,20 X",
  "9".repeat(19),
  "-1,00 C",
  "(+1,00)",
  "(1,00",
  "1.24,00",
  "12.3456",
  "1 2",
])("%j is not an amount", (written) => expect(parseBankAmount(written)).toBeUndefined());

test.each([
  ["23/11/2026", "2026-11-23"],
  ["23/11/26", "2026-11-23"],
  ["23-11-2026 14:02", "2026-11-23"],
  ["2026-11-23", "2026-11-23"],
  ["20261123120000[-3:BRT]", "2026-11-23"],
  ["5/1/2026", "2026-01-05"],
  ["23/11/2026 às 14:02:33", "2026-11-23"],
  ["2026-11-23T14:02:33Z", "2026-11-23"],
  ["23-nov-2026", "2026-11-23"],
  ["23/Nov/26", "2026-11-23"],
  ["05 DEZ 2026", "2026-12-05"],
  ["1º de março de 2026", "2026-03-01"],
])("the day %j is %s", (written, day) => expect(parseBankDay(written)).toBe(day));

test.each([
  "",
  "31/02/2026",
  "2026-13-01",
  "23/11",
  "hoje",
  "23-nov",
  "23-foo-2026",
  "11/23/2026",
  "20261123999",
  "2026",
])("%j is not a day", (written) => expect(parseBankDay(written)).toBeUndefined());

test("the reference of a bank line is the Pix end-to-end id, else the bank's number, else the day", () => {
  const line = { day: "2026-11-23", cents: -100, text: "  Pix \n enviado ", id: "" };
  const id = "E18236120202611231412s0123456789";
  expect(makeBankLine({ ...line, id: "77", text: `Pix ${id}` })?.reference).toBe(id);
  expect(makeBankLine({ ...line, id: "77" })).toMatchObject({ text: "Pix enviado", reference: "77" });
  expect(makeBankLine(line)?.reference).toBe("Extrato 2026-11-23");
  expect(makeBankLine({ ...line, cents: undefined })).toBeUndefined();
  expect(makeBankLine({ ...line, day: undefined })).toBeUndefined();
});

test("a number that several bank lines of an amount share names none of them, and a Pix listed twice is one line", () => {
  const line = { day: "2026-11-23", cents: -100, text: "PIX", reference: "000000" };
  const id = "E18236120202611231412s0123456789";
  const lines = [
    line,
    { ...line, text: "PIX ANA" },
    { ...line, cents: -200 },
    { ...line, cents: 100 },
    { ...line, reference: id },
    { ...line, reference: id },
  ];
  expect(identifyLines(lines).map(({ reference }) => reference)).toEqual([
    "Extrato 2026-11-23",
    "Extrato 2026-11-23",
    "000000",
    "000000",
    id,
  ]);
});

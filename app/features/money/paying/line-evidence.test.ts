import { expect, test } from "vitest";
import type { BankLine } from "./bank-line";
import { createEvidenceIndex, type MatchedPayout } from "./line-evidence";

const line = (text: string, change: Partial<BankLine> = {}): BankLine => ({
  day: "2026-11-23",
  cents: -50_000,
  text,
  reference: "77",
  ...change,
});
const payout = (change: Partial<MatchedPayout>): MatchedPayout => ({
  id: "a",
  cents: 50_000,
  name: "",
  pixKey: null,
  txid: "A".repeat(25),
  preparedDay: "2026-11-20",
  status: "prepared",
  bankReference: null,
  ...change,
});
const everyone = { isOpen: () => true, limit: 5 };
const findBy = (text: string, change: Partial<MatchedPayout>) =>
  createEvidenceIndex([payout(change)]).findNamed({ line: line(text), ...everyone })?.by;

test.each([
  ["PIX ENVIADO ANA MARIA DE LIMA", "Ana Maria de Lima", true],
  ["Pix enviado: Ána Lima", "Ana Lima", true],
  ["PIX TRANSF ALINE FERR23/11", "Aline Ferraz", true],
  ["PIX TRANSF MARIA DOS SAN23/11", "Maria dos Santos", true],
  ["PIX TRANSF ALINE", "Aline Ferraz", false],
  ["PIX TRANSF ALINE FE23/11", "Aline Ferraz", false],
  ["PIX TRANSF ALINE SOUZA", "Aline Ferraz", false],
  ["PIX FERRAZ LTDA", "Aline Ferraz", false],
  ["PIX MADONNA", "Madonna", false],
  ["", "Ana Lima", false],
])("the text %j of a bank line names %j: %s", (text, name, names) =>
  expect(findBy(text, { name })).toBe(names ? "name" : undefined),
);

test.each([
  ["Pix Ana@Pix.example", "ana@pix.example", true],
  ["PIXana@pix.example.23/11", "ana@pix.example", true],
  ["Pix bia@pix.example", "ana@pix.example", false],
  ["Pix 123.482.917-09", "12348291709", true],
  ["Pix ***.482.917-**", "12348291709", true],
  ["Pix •••.482.917-••", "12348291709", true],
  ["Pix 000.482.917-00", "12348291709", false],
  ["Pix (11) 98765-4321", "+5511987654321", true],
  ["Pix 34.DEF.210/00GH-77", "34DEF21000GH77", true],
  ["Pix B71E0A3C-1111-4222-8333-44445555a09c", "b71e0a3c-1111-4222-8333-44445555a09c", true],
  ["Pix 98765-4321", "+5511987654321", false],
])("the text %j of a bank line names the Pix key %s: %s", (text, pixKey, names) =>
  expect(findBy(text, { pixKey })).toBe(names ? "key" : undefined),
);

test("a bank's number that a recorded payout has names it only if the text names nobody else", () => {
  const ana = payout({ name: "Ana Lima", status: "paid", bankReference: "77" });
  const bia = payout({ id: "b", name: "Bia Rocha" });
  const index = createEvidenceIndex([ana, bia]);
  const find = (text: string, reference = "77") =>
    index.findNamed({ line: line(text, { reference }), ...everyone });
  expect(find("PIX ENVIADO")).toEqual({ by: "reference", payouts: [ana] });
  expect(find("PIX ANA LIMA")).toEqual({ by: "reference", payouts: [ana] });
  expect(find("PIX BIA ROCHA")).toEqual({ by: "name", payouts: [bia] });
});

test("the end-to-end id of a recorded payout names it under any name", () => {
  const endToEnd = "E18236120202611231405s0a1b2c3d4e";
  const ana = payout({ name: "Ana Lima", status: "paid", bankReference: endToEnd });
  const index = createEvidenceIndex([ana, payout({ id: "b", name: "Bia Rocha" })]);
  expect(
    index.findNamed({ line: line("PIX BIA ROCHA", { reference: endToEnd }), ...everyone }),
  ).toMatchObject({ by: "reference", payouts: [{ id: "a" }] });
});

test("the day of a line without a number names nobody", () => {
  const reference = "Extrato 2026-11-23";
  const index = createEvidenceIndex([payout({ status: "paid", bankReference: reference })]);
  expect(index.findNamed({ line: line("PIX", { reference }), ...everyone })).toBeUndefined();
});

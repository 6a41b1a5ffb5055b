import fc from "fast-check";
import { expect, test } from "vitest";
import { isCnpj, isCpf, maskTaxId, parseTaxId, readPaddedTaxId, readTaxId } from "./tax-id";

/** Published examples: documents of Receita Federal and Serpro, and well-known institutions. */
test.each(["12345678909", "52998224725", "11144477735"])("%s is a valid CPF", (cpf) =>
  expect(isCpf(cpf)).toBe(true),
);

test.each([
  ["Banco do Brasil", "00000000000191"],
  ["Petrobras", "33000167000101"],
  ["Receita Federal's example with letters", "12ABC34501DE35"],
])("the CNPJ of %s is valid", (_, cnpj) => expect(isCnpj(cnpj)).toBe(true));

test.each(["11111111111", "00000000000", "1234567890", "123456789099", "1234567890a", ""])(
  "%j is not a CPF",
  (text) => expect(isCpf(text)).toBe(false),
);

test.each(["00000000000000", "12abc34501de35", "12ABC34501DE3A", "1234567890123", ""])(
  "%j is not a CNPJ",
  (text) => expect(isCnpj(text)).toBe(false),
);

/** An independent implementation with each position's weight as Receita Federal prints it. */
function digitsByTable(characters: string, weights: number[]): string {
  const value = (character: string) => character.charCodeAt(0) - 48;
  const digit = (text: string, table: number[]) => {
    const rest = [...text].reduce((sum, each, at) => sum + value(each) * (table[at] ?? 0), 0) % 11;
    return rest < 2 ? 0 : 11 - rest;
  };
  const first = digit(characters, weights.slice(1));
  return `${first}${digit(`${characters}${first}`, weights)}`;
}

const cpfWeights = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const cnpjWeights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const many = (text: string) => new Set(text).size > 1;
const cpfBody = fc.stringMatching(/^[0-9]{9}$/).filter(many);
const cnpjBody = fc.stringMatching(/^[0-9A-Z]{12}$/).filter(many);

test("every number has exactly one valid pair of check digits, as in the printed table", () => {
  const pairs = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, "0"));
  fc.assert(
    fc.property(cpfBody, cnpjBody, (cpf, cnpj) => {
      expect(pairs.filter((pair) => isCpf(cpf + pair))).toEqual([digitsByTable(cpf, cpfWeights)]);
      expect(pairs.filter((pair) => isCnpj(cnpj + pair))).toEqual([digitsByTable(cnpj, cnpjWeights)]);
    }),
  );
});

test.each([
  ["529.982.247-25", "52998224725", "CPF ***.982.247-**"],
  [" 52998224725 ", "52998224725", "CPF ***.982.247-**"],
  ["11.222.333/0001-81", "11222333000181", "CNPJ 11.***.***/****-81"],
  ["12.abc.345/01de-35", "12ABC34501DE35", "CNPJ 12.***.***/****-35"],
])("the tax id %s is parsed and masked", (typed, value, masked) => {
  expect(parseTaxId(typed)).toMatchObject({ value });
  expect(maskTaxId(value)).toBe(masked);
});

test.each([
  "",
  "529.982.247-24",
  "123.456.789-09",
  "111.111.111-11",
  "12.ABC.345/01DE-36",
  "00.000.000/0000-00",
  "5299822472x",
  "1".repeat(40),
])("%s is neither a CPF nor a CNPJ", (typed) => expect(parseTaxId(typed)).toBeUndefined());

test.each([
  ["123.456.789-09", "12345678909"],
  ["12.abc.345/01de-35", "12ABC34501DE35"],
  ["1234567890", undefined],
])("the holder's number %s is read as %s", (typed, read) => expect(readTaxId(typed)).toBe(read));

test.each([
  ["191", undefined],
  ["00000191", "00000000191"],
  ["33000167000101", "33000167000101"],
  ["5299822472", undefined],
  ["52998224725", "52998224725"],
])("the number %s of a spreadsheet is read as %s", (typed, read) =>
  expect(readPaddedTaxId(typed)).toBe(read),
);

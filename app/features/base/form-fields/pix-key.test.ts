import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPixKey, type PixKeyError, type PixKeyType, parsePixKey, showPixKey } from "./pix-key";
import { isCpf } from "./tax-id";

test.each<[string, PixKeyType, string]>([
  ["123.456.789-09", "cpf", "12345678909"],
  ["12345678909", "cpf", "12345678909"],
  [" 529.982.247-25 ", "cpf", "52998224725"],
  ["00.000.000/0001-91", "cnpj", "00000000000191"],
  ["12.ABC.345/01DE-35", "cnpj", "12ABC34501DE35"],
  ["12.abc.345/01de-35", "cnpj", "12ABC34501DE35"],
  ["Ana@Example.com", "email", "ana@example.com"],
  ["ana.criadora+pix@sub.exemplo.com.br", "email", "ana.criadora+pix@sub.exemplo.com.br"],
  ["+55 11 98765-4321", "phone", "+5511987654321"],
  ["+5511987654321", "phone", "+5511987654321"],
  ["11987654321", "phone", "+5511987654321"],
  ["5511987654321", "phone", "+5511987654321"],
  ["55 (11) 98765-4321", "phone", "+5511987654321"],
  ["123E4567-E89B-42D3-A456-426655440000", "random", "123e4567-e89b-42d3-a456-426655440000"],
])("the typed Pix key %j has the type %s", (typed, type, key) => {
  expect(parsePixKey(typed)).toEqual({ ok: true, type, key });
});

test.each<[string, PixKeyError]>([
  ["123.456.789-00", "pix.cpf"],
  // 52 is not an area code, so these digits cannot be a phone number.
  ["52998224726", "pix.cpf"],
  ["119.876.543-21", "pix.cpf"],
  ["00.000.000/0001-92", "pix.cnpj"],
  ["12.ABC.345/01DE-36", "pix.cnpj"],
  ["ana@", "pix.email"],
  ["ana@example", "pix.email"],
  ["ana@example..com", "pix.email"],
  ["ana maria@example.com", "pix.email"],
  ["ána@example.com", "pix.email"],
  [`${"a".repeat(66)}@example.com`, "pix.email"],
  ["(23) 98765-4321", "pix.phone"],
  ["(11) 3333-4444", "pix.phone"],
  ["+55 01 98765-4321", "pix.phone"],
  ["+1 202 555 0143", "pix.phone"],
  ["5511387654321", "pix.phone"],
  ["12345", "pix.digits"],
  ["chave-pix", "pix.unknown"],
  ["123e4567-e89b-42d3-a456-42665544000", "pix.unknown"],
  ["", "pix.unknown"],
])("the typed Pix key %j gets the error %s", (typed, error) => {
  expect(parsePixKey(typed)).toEqual({ ok: false, error });
});

const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`));
const cpf = digits(9)
  .filter((body) => new Set(body).size > 1)
  .map((body) => {
    for (let pair = 0; pair < 100; pair++) {
      const whole = body + String(pair).padStart(2, "0");
      if (isCpf(whole)) return whole;
    }
    throw new Error(`${body} has no check digits`);
  });
const phone = fc
  .tuple(fc.constantFrom("11", "21", "31", "47", "53", "68", "79", "85", "99"), digits(8))
  .map(([area, number]) => `+55${area}9${number}`);
const random = fc.uuid();
const key = fc.oneof(cpf, phone, random, fc.constantFrom("12ABC34501DE35", "ana@example.com"));

test("parsePixKey parses the stored form unchanged", () => {
  fc.assert(
    fc.property(key, (stored) => {
      expect(parsePixKey(stored)).toMatchObject({ ok: true, key: stored });
    }),
  );
});

test("parsePixKey parses the formatted key back to the same key, and formats none as a number or formula", () => {
  fc.assert(
    fc.property(key, (stored) => {
      const read = parsePixKey(stored);
      if (!read.ok) throw new Error(read.error);
      const written = formatPixKey(read);
      expect(parsePixKey(written)).toEqual(read);
      expect(Number(written)).toBeNaN();
      if (read.type !== "email") expect(written).toMatch(/^[(0-9A-Za-z]/);
    }),
  );
});

test("a phone number needs a country code only if its digits are also a valid CPF", () => {
  fc.assert(
    fc.property(phone, (stored) => {
      const [, area, first, last] = /^\+55(..)(.{5})(.{4})$/.exec(stored) ?? [];
      for (const typed of [
        `(${area}) ${first}-${last}`,
        `${area} ${first}-${last}`,
        `${area} ${first}${last}`,
      ])
        expect(parsePixKey(typed)).toEqual({ ok: true, type: "phone", key: stored });
      const bare = `${area}${first}${last}`;
      expect(parsePixKey(bare)).toMatchObject(isCpf(bare) ? { type: "cpf" } : { type: "phone", key: stored });
    }),
  );
});

test("parsePixKey never throws, and accepts only short plain keys", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ maxLength: 200 })), (typed) => {
      const read = parsePixKey(typed);
      if (read.ok) expect(read.key).toMatch(/^[\x21-\x7e]{5,77}$/);
      else expect(read.error).toMatch(/^pix\./);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["+5511987654321", "(11) 98765-4321"],
  ["12345678909", "12345678909"],
  ["ana@example.com", "ana@example.com"],
  ["+55 11 98765-4321", "+55 11 98765-4321"],
])("the Pix key %s is displayed as %s, as in a spreadsheet", (key, shown) => {
  expect(showPixKey(key)).toBe(shown);
});

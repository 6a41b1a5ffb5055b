import { expect, test } from "vitest";
import { maskTaxId, parseTaxId } from "./tax-id.server";

test.each([
  ["529.982.247-25", "52998224725", "CPF ***.982.247-**"],
  [" 52998224725 ", "52998224725", "CPF ***.982.247-**"],
  ["11.222.333/0001-81", "11222333000181", "CNPJ 11.***.***/****-81"],
  ["12.abc.345/01de-35", "12ABC34501DE35", "CNPJ 12.***.***/****-35"],
])("the tax id %s is parsed and masked", (typed, value, masked) => {
  const parsed = parseTaxId(typed);
  expect(parsed).toMatchObject({ ok: true, taxId: { value } });
  expect(maskTaxId(value)).toBe(masked);
});

test.each([
  "",
  "529.982.247-24",
  "111.111.111-11",
  "12.ABC.345/01DE-36",
  "00.000.000/0000-00",
  "5299822472x",
  "1".repeat(40),
])("%s is neither a CPF nor a CNPJ", (typed) =>
  expect(parseTaxId(typed)).toEqual({ ok: false, error: "creator.taxIdWrong" }),
);

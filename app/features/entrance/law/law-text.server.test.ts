import { expect, test } from "vitest";
import { lawPages } from "~/features/base/accounts/law-pages";
import { companyOf } from "~/platform/company";
import { readLawText } from "./law-text.server";

const env = {
  COMPANY_NAME: "Loja Ltda.",
  COMPANY_CNPJ: "12.ABC.345/01DE-35",
  COMPANY_ADDRESS: "Rua Um, 1",
  SUPPORT_EMAIL: "ajuda@loja.example",
};
const company = companyOf(env);
const nothing = companyOf({});

test.each(lawPages)(
  "the page %s leaves no placeholder, and no empty text without company settings",
  (page) => {
    for (const locale of ["pt", "en"] as const) {
      expect(JSON.stringify(readLawText(page, locale, company))).not.toMatch(/\{\{|undefined/);
      expect(JSON.stringify(readLawText(page, locale, nothing))).not.toMatch(/\{\{|undefined|mailto/);
    }
  },
);

test.each(["pt", "en"] as const)(
  "a creator with a special fee reads it beside the standard one (%s)",
  (locale) => {
    for (const page of ["terms", "help"] as const) {
      const standard = JSON.stringify(readLawText(page, locale, company));
      const own = JSON.stringify(readLawText(page, locale, company, 1_250));
      expect(own).toContain(locale === "pt" ? "87,5%" : "87.5%");
      expect(own).toContain(locale === "pt" ? "12,5%" : "12.5%");
      expect(own).toContain("85%");
      expect(standard).not.toMatch(/87|12[.,]5%/);
      expect(own).not.toMatch(/\{\{|undefined/);
      const count = (text: string) => text.split('"items"').length + text.split('"paragraph"').length;
      expect(count(own)).toBe(count(standard));
    }
  },
);

test("the terms name the company and the numbers of the rules", () => {
  const terms = JSON.stringify(readLawText("terms", "pt", company));
  for (const fact of ["12.ABC.345/01DE-35", "Rua Um, 1", "7 dias", "85%", "15%", "R$"])
    expect(terms).toContain(fact);
});

import { describe, expect, test } from "vitest";
import { lawPages } from "~/features/accounts/accounts/law-pages";
import type { LawBlock, LawText } from "~/features/entrance/law/law-blocks";
import { readLawText } from "~/features/entrance/law/law-text.server";
import { recoveryMinutes } from "~/features/entrance/recovery/recovery-area";
import { companyOf } from "~/platform/company";

const env = {
  COMPANY_NAME: "Loja Ltda.",
  COMPANY_CNPJ: "12.ABC.345/01DE-35",
  COMPANY_ADDRESS: "Rua Um, 1",
  SUPPORT_EMAIL: "ajuda@loja.example",
};
const company = companyOf(env);
const nothing = companyOf({});

/** Its sections, with the kinds of their blocks: what two languages have in common. */
const shapeOf = ({ sections }: LawText) => sections.map(({ blocks }) => blocks.map(describeBlock));
const describeBlock = (block: LawBlock) =>
  block.kind === "list"
    ? `${block.ordered ? "ordered" : "bulleted"} list of ${block.items.length}`
    : block.kind;

describe.each(lawPages)("the page %s", (page) => {
  test("has the same sections in both languages, each with its own anchor", () => {
    const [pt, en] = [readLawText(page, "pt", company), readLawText(page, "en", company)];
    expect(pt.sections.length).toBeGreaterThan(5);
    expect(shapeOf(en)).toEqual(shapeOf(pt));
    for (const { sections } of [pt, en])
      expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
  });

  test("leaves no placeholder, and no empty text without company settings", () => {
    for (const locale of ["pt", "en"] as const) {
      expect(JSON.stringify(readLawText(page, locale, company))).not.toMatch(/\{\{|undefined/);
      expect(JSON.stringify(readLawText(page, locale, nothing))).not.toMatch(/\{\{|undefined|mailto/);
    }
  });

  test("names a contact", () => {
    // The help leads to the form: a page without the address gives robots nothing to collect.
    const where = page === "help" ? '"to":"/help/contact"' : "ajuda@loja.example";
    for (const locale of ["pt", "en"] as const)
      expect(JSON.stringify(readLawText(page, locale, company))).toContain(where);
  });
});

test("the privacy policy names the data protection officer, by default the company", () => {
  const officerIn = (more: object) =>
    JSON.stringify(readLawText("privacy", "pt", companyOf({ ...env, ...more })));
  const named = officerIn({ DPO_NAME: "Clara Lima", DPO_EMAIL: "dados@loja.example" });
  for (const fact of ["Clara Lima", "mailto:dados@loja.example"]) expect(named).toContain(fact);
  expect(officerIn({})).toContain("mailto:ajuda@loja.example");
});

test.each(["pt", "en"] as const)(
  "a creator with a special fee reads it beside the standard one (%s)",
  (locale) => {
    for (const page of ["terms", "help"] as const) {
      const [standard, own] = [
        JSON.stringify(readLawText(page, locale, company)),
        JSON.stringify(readLawText(page, locale, company, 1_250)),
      ];
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

test("the help says how long a recovery link is valid", () => {
  const help = {
    pt: `O link enviado vale ${recoveryMinutes} minutos`,
    en: `valid for ${recoveryMinutes} minutes`,
  };
  for (const locale of ["pt", "en"] as const)
    expect(JSON.stringify(readLawText("help", locale, company))).toContain(help[locale]);
});

import { expect, test } from "vitest";
import { nameCompany } from "~/platform/company";

test("documents name the company with its CNPJ, which they label", () => {
  const cnpj = "12.ABC.345/01DE-35";
  expect(nameCompany({ name: "Sabiá Ltda.", cnpj }, "Sabiá")).toBe("Sabiá Ltda., CNPJ 12.ABC.345/01DE-35");
  expect(nameCompany({ name: undefined, cnpj }, "Sabiá")).toBe("Sabiá, CNPJ 12.ABC.345/01DE-35");
  expect(nameCompany({ name: "Sabiá Ltda.", cnpj: undefined }, "Sabiá")).toBe("Sabiá Ltda.");
});

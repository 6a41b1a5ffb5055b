import { describe, expect, test } from "vitest";
import { findBank, parseAccount, parseBankAccount, parseBranch } from "./bank-account";
import { banks } from "./bank-list";
import { writeAccount, writeBank } from "./payee";

describe("the list of banks", () => {
  test("has each code and each ISPB once, in the order of codes, with a name", () => {
    expect(new Set(banks.map(({ code }) => code)).size).toBe(banks.length);
    expect(new Set(banks.map(({ ispb }) => ispb)).size).toBe(banks.length);
    expect(banks.map(({ code }) => code)).toEqual(banks.map(({ code }) => code).sort());
    for (const bank of banks) {
      expect(bank.code).toMatch(/^\d{3}$/);
      expect(bank.ispb).toMatch(/^\d{8}$/);
      expect(bank.name).toMatch(/^\S.*\S$/);
    }
  });

  test("leads from each suggestion and each name back to its bank", () => {
    for (const bank of banks) {
      expect(findBank(`${bank.code} ${bank.name}`)).toBe(bank);
      expect(findBank(bank.name), bank.name).toBe(bank);
    }
  });
});

test.each([
  ["001", "001"],
  ["1", "001"],
  ["341 - Itaú Unibanco S.A.", "341"],
  ["itau", "341"],
  ["Itaú", "341"],
  ["parana banco", "254"],
  ["Banco Bradesco", "237"],
  ["BB", "001"],
  ["Caixa", "104"],
  ["nubank", "260"],
  ["  SANTANDER ", "033"],
])("the bank typed as %j is %s", (typed, code) => expect(findBank(typed)?.code).toBe(code));

test.each(["", "000", "1234", "Banco", "Coop", "Banco da Esquina", "12345-6"])(
  "no bank is found for %j",
  (typed) => expect(findBank(typed)).toBeUndefined(),
);

test.each([
  ["1", "0001"],
  ["0001", "0001"],
  ["1234-5", "1234-5"],
  [" 1234-x ", "1234-X"],
  ["0000", undefined],
  ["12345", undefined],
  ["1234-56", undefined],
  ["", undefined],
  ["abc", undefined],
])("the branch typed as %j is read as %j", (typed, branch) => expect(parseBranch(typed)).toBe(branch));

test.each([
  ["12345-6", "12345-6"],
  ["123456", "12345-6"],
  ["12.345-x", "12345-X"],
  ["0012345678-9", "0012345678-9"],
  ["00-0", undefined],
  ["1", undefined],
  ["0001 / 12345-6", undefined],
  ["12345-67", undefined],
  ["", undefined],
])("the account typed as %j is read as %j", (typed, account) => expect(parseAccount(typed)).toBe(account));

const typed = {
  bankName: "001 Banco do Brasil",
  bankBranch: "1234-X",
  bankAccount: "123456",
  bankHolderTaxId: "529.982.247-25",
};

test("a checked bank account is stored with its code, branch, digit and holder", () => {
  expect(parseBankAccount(typed)).toEqual({
    ok: true,
    account: {
      bank_code: "001",
      bank_name: "Banco do Brasil",
      bank_branch: "1234-X",
      bank_account_number: "12345-6",
      bank_holder_tax_id: "52998224725",
    },
  });
  expect(parseBankAccount({ ...typed, bankHolderTaxId: "12.abc.345/01de-35" })).toMatchObject({
    account: { bank_holder_tax_id: "12ABC34501DE35" },
  });
});

test.each([
  [{ bankName: "Banco da Esquina" }, { bankName: "creator.bankUnknown" }],
  [{ bankBranch: "12345" }, { bankBranch: "creator.branchWrong" }],
  [{ bankAccount: "0001 / 12345-6" }, { bankAccount: "creator.accountWrong" }],
  [{ bankHolderTaxId: "529.982.247-26" }, { bankHolderTaxId: "creator.holderWrong" }],
  [
    { bankName: "", bankBranch: "", bankAccount: "", bankHolderTaxId: "" },
    {
      bankName: "common.required",
      bankBranch: "common.required",
      bankAccount: "common.required",
      bankHolderTaxId: "common.required",
    },
  ],
])("a bank account with %o has the problem %o", (change, errors) => {
  expect(parseBankAccount({ ...typed, ...change })).toEqual({ ok: false, errors });
});

test("a checked account is written with code and branch, free text as it is", () => {
  expect(writeBank({ bank_code: "001", bank_name: "Banco do Brasil" })).toBe("001 Banco do Brasil");
  expect(writeAccount({ bank_branch: "0001", bank_account_number: "12345-6" })).toBe(
    "Ag. 0001, conta 12345-6",
  );
  expect(writeBank({ bank_code: null, bank_name: "Caixa" })).toBe("Caixa");
  expect(writeAccount({ bank_branch: null, bank_account_number: "0001 / 9" })).toBe("0001 / 9");
});

import { formatTaxNumber } from "~/features/base/form-fields/written-pix-key";

/** The part of a bank account that free text of older registrations lacks: all three or none is stored. */
export interface BankPlace {
  /** COMPE code of the bank. */
  bank_code: string | null;
  /** Four digits, with a check digit where the bank has one: "0001", "1234-X". */
  bank_branch: string | null;
  /** CPF or CNPJ of the account's holder, without punctuation. */
  bank_holder_tax_id: string | null;
}

export const noBankPlace: BankPlace = { bank_code: null, bank_branch: null, bank_holder_tax_id: null };

interface StoredAccount extends BankPlace {
  bank_name: string | null;
  bank_account_number: string | null;
}

/** Returns the bank as people and banks write it: "001 Banco do Brasil"; free text as it is. */
export function writeBank({
  bank_code,
  bank_name,
}: Pick<StoredAccount, "bank_code" | "bank_name">): string | null {
  return bank_code ? `${bank_code} ${bank_name ?? ""}`.trim() : bank_name;
}

/** Returns branch and account for the administrators: "Ag. 0001, conta 12345-6"; free text as it is. */
export function writeAccount(
  stored: Pick<StoredAccount, "bank_branch" | "bank_account_number">,
): string | null {
  const { bank_branch: branch, bank_account_number: account } = stored;
  return branch ? `Ag. ${branch}, conta ${account ?? ""}` : account;
}

/** Returns the holder's CPF or CNPJ with its punctuation, for the person who makes the transfer. */
export function writeHolder({ bank_holder_tax_id }: Pick<BankPlace, "bank_holder_tax_id">): string | null {
  return bank_holder_tax_id && formatTaxNumber(bank_holder_tax_id);
}

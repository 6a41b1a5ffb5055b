import { readTaxId } from "~/features/base/form-fields/tax-id";
import { foldText } from "~/i18n/accents";
import type { MessageKey } from "~/i18n/message-key";
import { plainCode } from "~/ui/forms/plain-code";
import { type Bank, banks } from "./bank-list";
import type { BankPlace } from "./payee";

const nicknames: Record<string, string> = { bb: "001", "nu pagamentos": "260", caixa: "104", itau: "341" };

const fold = (text: string) =>
  foldText(text)
    .replace(/^banco (do |da |de )?(?=\S)/, "")
    .replace(/\s+/g, " ")
    .trim();

const byCode = new Map(banks.map((bank) => [bank.code, bank]));

export function writeBankChoice({ code, name }: Bank): string {
  return `${code} ${name}`;
}

/** Accepts a code, a name, both, or the unique beginning of a name. Undefined for none and for several. */
export function findBank(typed: string): Bank | undefined {
  const text = plainCode(typed);
  const code = /^(\d{1,3})(?![\p{L}\d])/u.exec(text)?.[1];
  if (code) return byCode.get(code.padStart(3, "0"));
  const wanted = fold(text);
  if (wanted === "") return undefined;
  const nickname = nicknames[wanted];
  if (nickname) return byCode.get(nickname);
  const same = banks.filter(({ name }) => fold(name) === wanted);
  if (same.length > 0) return same.length === 1 ? same[0] : undefined;
  const matches = banks.filter(({ name }) => `${fold(name)} `.startsWith(`${wanted} `));
  return matches.length === 1 ? matches[0] : undefined;
}

const withoutMarks = (typed: string) => plainCode(typed).replace(/[\s.]/g, "").toUpperCase();

/** Adds leading zeros and keeps the check digit; undefined if malformed. */
export function parseBranch(typed: string): string | undefined {
  const [, number, digit] = /^(\d{1,4})(?:-([\dX]))?$/.exec(withoutMarks(typed)) ?? [];
  if (!number || Number(number) === 0) return undefined;
  return digit ? `${number.padStart(4, "0")}-${digit}` : number.padStart(4, "0");
}

/** Such as "12345-6", with the check digit last; undefined if malformed. */
export function parseAccount(typed: string): string | undefined {
  const [, number, digit] = /^(\d{2,13})-?([\dXP])$/.exec(withoutMarks(typed)) ?? [];
  return number && Number(number) > 0 ? `${number}-${digit}` : undefined;
}

interface TypedAccount {
  bankName: string;
  bankBranch: string;
  bankAccount: string;
  bankHolderTaxId: string;
}

/** Returns the stored columns, or each wrong field's message. */
export function parseBankAccount(
  typed: TypedAccount,
):
  | { ok: true; account: BankPlace & { bank_name: string; bank_account_number: string } }
  | { ok: false; errors: Partial<Record<keyof TypedAccount, MessageKey>> } {
  const bank = findBank(typed.bankName);
  const branch = parseBranch(typed.bankBranch);
  const account = parseAccount(typed.bankAccount);
  const holder = readTaxId(typed.bankHolderTaxId);
  if (bank && branch && account && holder)
    return {
      ok: true,
      account: {
        bank_code: bank.code,
        bank_name: bank.name,
        bank_branch: branch,
        bank_account_number: account,
        bank_holder_tax_id: holder,
      },
    };
  const errors: Partial<Record<keyof TypedAccount, MessageKey>> = {};
  const note = (field: keyof TypedAccount, value: unknown, message: MessageKey) => {
    if (!value) errors[field] = typed[field] === "" ? "common.required" : message;
  };
  note("bankName", bank, "creator.bankUnknown");
  note("bankBranch", branch, "creator.branchWrong");
  note("bankAccount", account, "creator.accountWrong");
  note("bankHolderTaxId", holder, "creator.holderWrong");
  return { ok: false, errors };
}

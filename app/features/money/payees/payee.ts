import { formatTaxNumber, parsePixKey } from "~/features/base/form-fields/pix-key";
import {
  type PayoutMethod,
  type PayoutMethodStored,
  parsePayoutMethod,
} from "~/features/base/money/payout-method";

/** Older registrations lack it: all three are stored or none. */
export interface BankPlace {
  bank_code: string | null;
  /** Four digits, with a check digit where the bank has one: "0001", "1234-X". */
  bank_branch: string | null;
  /** CPF or CNPJ, without punctuation. */
  bank_holder_tax_id: string | null;
}

export const noBankPlace: BankPlace = { bank_code: null, bank_branch: null, bank_holder_tax_id: null };

export const noDestination = {
  pix_key: null,
  bank_name: null,
  bank_account_number: null,
  ...noBankPlace,
  card_last4: null,
  card_holder_name: null,
};

interface StoredAccount extends BankPlace {
  bank_name: string | null;
  bank_account_number: string | null;
}

/** Such as "001 Banco do Brasil"; free text as it is. */
export function writeBank({
  bank_code,
  bank_name,
}: Pick<StoredAccount, "bank_code" | "bank_name">): string | null {
  return bank_code ? `${bank_code} ${bank_name ?? ""}`.trim() : bank_name;
}

/** Such as "Ag. 0001, conta 12345-6"; free text as it is. */
export function writeAccount(
  stored: Pick<StoredAccount, "bank_branch" | "bank_account_number">,
): string | null {
  const { bank_branch: branch, bank_account_number: account } = stored;
  return branch ? `Ag. ${branch}, conta ${account ?? ""}` : account;
}

export function writeHolder({ bank_holder_tax_id }: Pick<BankPlace, "bank_holder_tax_id">): string | null {
  return bank_holder_tax_id && formatTaxNumber(bank_holder_tax_id);
}

export interface PayoutDetails extends BankPlace {
  /** By an administrator: nothing is paid meanwhile. */
  suspended: boolean;
  full_name: string;
  payment_method: PayoutMethodStored;
  pix_key: string | null;
  bank_name: string | null;
  bank_account_number: string | null;
  card_last4: string | null;
  card_holder_name: string | null;
}

/** Only the chosen method's fields; the others are null. */
export interface Payee extends BankPlace {
  payee_name: string;
  payment_method: PayoutMethod;
  pix_key: string | null;
  bank_name: string | null;
  bank_account_number: string | null;
  card_last4: string | null;
  card_holder_name: string | null;
}

export type StoredDetails = Omit<PayoutDetails, "suspended" | "full_name">;

export type PayeeProblem =
  | "suspended"
  /** The newest details are held, and those before cannot be paid to, or the batch leaves them out. */
  | "detailsHeld"
  | DetailsProblem;

export type DetailsProblem = "missingName" | "missingPix" | "missingBank" | "missingCard";

/** Requires a valid Pix key: old stored keys may be any text, and a wrong key may be somebody else's. */
export function decidePayee(
  details: PayoutDetails,
): { ok: true; payee: Payee } | { ok: false; problem: "suspended" | DetailsProblem } {
  if (details.suspended) return { ok: false, problem: "suspended" };
  const name = details.full_name.trim().slice(0, 200);
  if (name === "") return { ok: false, problem: "missingName" };
  const payee: Payee = {
    payee_name: name,
    payment_method: parsePayoutMethod(details.payment_method),
    ...noDestination,
  };
  switch (payee.payment_method) {
    case "pix": {
      const pix = parsePixKey(details.pix_key ?? "");
      return pix.ok
        ? { ok: true, payee: { ...payee, pix_key: pix.key } }
        : { ok: false, problem: "missingPix" };
    }
    case "bank": {
      const [bank_name, bank_account_number] = [
        nonEmpty(details.bank_name),
        nonEmpty(details.bank_account_number),
      ];
      return bank_name && bank_account_number
        ? { ok: true, payee: { ...payee, bank_name, bank_account_number, ...placeOf(details) } }
        : { ok: false, problem: "missingBank" };
    }
    case "card": {
      const [card_last4, card_holder_name] = [
        nonEmpty(details.card_last4),
        nonEmpty(details.card_holder_name),
      ];
      return card_last4 && card_holder_name
        ? { ok: true, payee: { ...payee, card_last4, card_holder_name } }
        : { ok: false, problem: "missingCard" };
    }
  }
}

/** Null if the creator can be paid, or is suspended, which is not theirs to correct. */
export function decidePayoutProblem(
  details: Omit<PayoutDetails, "suspended" | keyof BankPlace>,
): DetailsProblem | null {
  const decided = decidePayee({ ...details, ...noBankPlace, suspended: false });
  return decided.ok || decided.problem === "suspended" ? null : decided.problem;
}

function placeOf({ bank_code, bank_branch, bank_holder_tax_id }: BankPlace): BankPlace {
  return { bank_code, bank_branch, bank_holder_tax_id };
}

function nonEmpty(text: string | null): string | null {
  return text?.trim() || null;
}

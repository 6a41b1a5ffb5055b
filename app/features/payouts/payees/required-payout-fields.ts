import { cardLast4, type PayoutMethod } from "~/features/base/money/payout-method";
import type { MessageKey } from "~/i18n/message-key";

/** The fields that a creator sees for each way to be paid. */
export const payoutFields = {
  pix: ["pixKey"],
  bank: ["bankName", "bankAccount", "bankBranch", "bankHolderTaxId"],
  card: ["cardNumber", "cardHolderName"],
} as const;

/** Those of them that must be filled in; the number of a card, too, unless one is stored. */
const required = {
  pix: ["pixKey"],
  bank: ["bankName", "bankAccount"],
  card: ["cardHolderName"],
} as const;

interface TypedDetails {
  paymentMethod: PayoutMethod;
  pixKey: string;
  bankName: string;
  bankAccount: string;
  bankBranch?: string | undefined;
  bankHolderTaxId?: string | undefined;
  cardNumber: string;
  cardHolderName: string;
}

interface Problem {
  field: (typeof payoutFields)[PayoutMethod][number];
  message: MessageKey;
}

/** Returns whether branch or holder were sent with a bank account: `parseBankAccount` then checks all its fields. */
export function isWholeAccount({ paymentMethod, bankBranch, bankHolderTaxId }: TypedDetails): boolean {
  return paymentMethod === "bank" && (bankBranch !== undefined || bankHolderTaxId !== undefined);
}

/**
 * Returns which fields of the chosen way a creator must still fill in or correct. What a Pix key and a whole bank
 * account must be is decided by their own rules. `cardKept`: a card is stored already.
 */
export function listPayoutProblems(form: TypedDetails, { cardKept }: { cardKept: boolean }): Problem[] {
  const problems: Problem[] = [];
  if (isWholeAccount(form)) return problems;
  for (const field of required[form.paymentMethod]) {
    if (form[field] === "") problems.push({ field, message: "common.required" });
  }
  if (form.paymentMethod !== "card") return problems;
  if (form.cardNumber === "" && !cardKept) problems.push({ field: "cardNumber", message: "common.required" });
  if (form.cardNumber !== "" && !cardLast4(form.cardNumber)) {
    problems.push({ field: "cardNumber", message: "creator.cardTooShort" });
  }
  return problems;
}

import { z } from "zod";
import { cardNumberField } from "~/features/base/accounts/account-forms";
import { parsePixKey, pixKeyMaxLength } from "~/features/base/form-fields/pix-key";
import { fieldMessage, typedText } from "~/features/base/form-fields/typed-text";
import { cardLast4, type PayoutMethod, payoutMethods } from "~/features/base/money/payout-method";
import type { MessageKey } from "~/i18n/message-key";
import { parseBankAccount } from "./bank-account";

const payoutFields = {
  pix: ["pixKey"],
  bank: ["bankName", "bankAccount", "bankBranch", "bankHolderTaxId"],
  card: ["cardNumber", "cardHolderName"],
} as const;

/** A card also needs its number, unless one is stored. */
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

/** True if branch or holder were sent: `parseBankAccount` then checks all fields. */
function isWholeAccount({ paymentMethod, bankBranch, bankHolderTaxId }: TypedDetails): boolean {
  return paymentMethod === "bank" && (bankBranch !== undefined || bankHolderTaxId !== undefined);
}

/** Pix keys and whole bank accounts have their own rules. `cardKept`: a card is stored. */
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

const text = (max: number) => typedText().max(max, fieldMessage("accounts.tooLong")).default("");

const optionalText = typedText().max(30, fieldMessage("accounts.tooLong")).optional();

const method = z.enum(payoutMethods).catch("pix");

/** Other methods' hidden fields are not validated. */
function pickShown(sent: unknown): Record<string, unknown> {
  const all = sent as Record<string, unknown>;
  const paymentMethod = method.parse(all.paymentMethod);
  const chosenFields = payoutFields[paymentMethod].map((name) => [name, all[name]] as const);
  return Object.fromEntries([["paymentMethod", paymentMethod], ...chosenFields]);
}

const fields = z.preprocess(
  pickShown,
  z.object({
    paymentMethod: method,
    pixKey: text(pixKeyMaxLength),
    bankName: text(120),
    bankAccount: text(60),
    bankBranch: optionalText,
    bankHolderTaxId: optionalText,
    cardNumber: cardNumberField,
    cardHolderName: text(200),
  }),
);

export type PayoutForm = z.output<typeof fields> & {
  bankCode?: string | undefined;
};

function checkBank(form: PayoutForm, context: z.core.$RefinementCtx): PayoutForm {
  if (!isWholeAccount(form)) return form;
  const { bankName, bankAccount, bankBranch = "", bankHolderTaxId = "" } = form;
  const parsed = parseBankAccount({ bankName, bankAccount, bankBranch, bankHolderTaxId });
  if (parsed.ok)
    return {
      ...form,
      bankCode: parsed.account.bank_code ?? undefined,
      bankName: parsed.account.bank_name,
      bankBranch: parsed.account.bank_branch ?? undefined,
      bankAccount: parsed.account.bank_account_number,
      bankHolderTaxId: parsed.account.bank_holder_tax_id ?? undefined,
    };
  for (const [field, message] of Object.entries(parsed.errors))
    context.issues.push({ code: "custom", input: form, path: [field], message });
  return form;
}

/**
 * Requires only the chosen method's fields; the others keep what is stored, for a change back. `cardKept`: a card is
 * stored, and its number optional. A bank account is checked if branch and holder come with it; bank and account alone,
 * as in registration, are stored unchecked.
 */
export function payoutForm({ cardKept }: { cardKept: boolean }) {
  return fields.transform((form, context): PayoutForm => {
    for (const { field, message } of listPayoutProblems(form, { cardKept })) {
      context.issues.push({ code: "custom", input: form[field], path: [field], message });
    }
    if (form.paymentMethod === "bank") return checkBank(form, context);
    if (form.paymentMethod !== "pix" || form.pixKey === "") return form;
    const pix = parsePixKey(form.pixKey);
    if (pix.ok) return { ...form, pixKey: pix.key };
    context.issues.push({
      code: "custom",
      input: form.pixKey,
      path: ["pixKey"],
      message: fieldMessage(pix.error),
    });
    return z.NEVER;
  });
}

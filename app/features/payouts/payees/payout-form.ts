import { z } from "zod";
import { cardNumberField } from "~/features/accounts/accounts/account-forms";
import { parsePixKey, pixKeyMaxLength } from "~/features/base/form-fields/pix-key";
import { fieldMessage, typedText } from "~/features/base/form-fields/typed-text";
import { payoutMethods } from "~/features/base/money/payout-method";
import { parseBankAccount } from "./bank-account";
import { isWholeAccount, listPayoutProblems, payoutFields } from "./required-payout-fields";

const text = (max: number) => typedText().max(max, fieldMessage("accounts.tooLong")).default("");

const optionalText = typedText().max(30, fieldMessage("accounts.tooLong")).optional();

const method = z.enum(payoutMethods).catch("pix");

/** The fields of other methods are hidden, so they are not validated. */
function pickShown(sent: unknown): Record<string, unknown> {
  const all = sent as Record<string, unknown>;
  const paymentMethod = method.parse(all.paymentMethod);
  const shown = payoutFields[paymentMethod].map((name) => [name, all[name]] as const);
  return Object.fromEntries([["paymentMethod", paymentMethod], ...shown]);
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
  /** COMPE code of a bank account whose fields are checked. */
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
 * How a creator wants to be paid. Only the fields of the chosen method are asked for; the others keep what is
 * stored, so that changing the method back loses nothing. A PIX key is given in the form the directory keeps it in.
 * `cardKept`: a card is stored already, and its number need not be typed again. A bank account is checked if branch and
 * holder are sent with it; bank and account alone, as a registration asks for them, are stored as they are.
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

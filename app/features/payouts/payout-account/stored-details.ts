import { z } from "zod";
import { cardLast4 } from "~/features/base/money/payout-method";
import type { StoredDetails } from "~/features/payouts/payees/payee";
import type { PayoutForm } from "~/features/payouts/payees/payout-form";

const text = z.string().nullable().default(null);

const storedDetails = z.object({
  payment_method: z.enum(["pix", "bank", "card", "stripe"]).default("pix"),
  pix_key: text,
  bank_name: text,
  bank_account_number: text,
  bank_code: text,
  bank_branch: text,
  bank_holder_tax_id: text,
  card_last4: text,
  card_holder_name: text,
});

/** Reads payout details stored as JSON. A missing property counts as empty; throws where one is malformed. */
export function parseStoredDetails(stored: unknown): StoredDetails {
  return storedDetails.parse(stored);
}

/** Returns the details to store: the chosen method and its fields; those of the other methods stay. */
export function applyForm(saved: StoredDetails, form: PayoutForm): StoredDetails {
  const last4 = cardLast4(form.cardNumber);
  const fields = {
    pix: { pix_key: form.pixKey },
    bank: {
      bank_name: form.bankName,
      bank_account_number: form.bankAccount,
      bank_code: form.bankCode ?? null,
      bank_branch: form.bankBranch ?? null,
      bank_holder_tax_id: form.bankHolderTaxId ?? null,
    },
    card: { card_holder_name: form.cardHolderName, ...(last4 ? { card_last4: last4 } : {}) },
  };
  return { ...saved, payment_method: form.paymentMethod, ...fields[form.paymentMethod] };
}

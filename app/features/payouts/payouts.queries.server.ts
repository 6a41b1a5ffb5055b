import type { Db } from "~/platform/db.server";
import type { PayoutForm } from "./payout-form";
import { cardLast4 } from "./payout-method";

/** Finds how a creator wants to be paid. */
export async function findPayoutSettings(db: Db, userId: string) {
  return db
    .selectFrom("creator_profiles")
    .select([
      "full_name",
      "payment_method",
      "pix_key",
      "bank_name",
      "bank_account_number",
      "card_last4",
      "card_holder_name",
    ])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Stores the chosen method and its fields; those of the other methods stay. Of a card only its last four digits. */
export async function updatePayoutSettings(db: Db, userId: string, form: PayoutForm): Promise<void> {
  const last4 = cardLast4(form.cardNumber);
  const fields = {
    pix: { pix_key: form.pixKey },
    bank: { bank_name: form.bankName, bank_account_number: form.bankAccount },
    card: { card_holder_name: form.cardHolderName, ...(last4 ? { card_last4: last4 } : {}) },
  };
  await db
    .updateTable("creator_profiles")
    .set({ payment_method: form.paymentMethod, ...fields[form.paymentMethod] })
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirstOrThrow();
}

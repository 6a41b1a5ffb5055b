import { z } from "zod";
import { cardNumberField, emailField, newPasswordField, text } from "~/features/base/accounts/account-forms";
import { parsePixKey, pixKeyMaxLength } from "~/features/base/form-fields/pix-key";
import { fieldMessage } from "~/features/base/form-fields/typed-text";
import { currencies } from "~/i18n/money";

/** Returns the key in the directory's format, as in the payment settings. */
const pixKeyField = text(pixKeyMaxLength).transform((typed, context) => {
  const pix = parsePixKey(typed);
  if (pix.ok) return pix.key;
  context.issues.push({ code: "custom", input: typed, message: fieldMessage(pix.error) });
  return z.NEVER;
});

export const creatorProfileForm = z.object({
  fullName: text(200),
  country: text(100),
  currency: z.enum(currencies, fieldMessage("accounts.currencyUnknown")).default("BRL"),
  pixKey: pixKeyField,
  bankAccount: text(60),
  bankName: text(120),
  cardNumber: cardNumberField.refine(
    (digits) => digits === "" || digits.length >= 4,
    fieldMessage("accounts.cardTooShort"),
  ),
});

export const creatorRegistrationForm = creatorProfileForm.extend({
  email: emailField,
  password: newPasswordField,
});

export type CreatorProfileForm = z.output<typeof creatorProfileForm>;
export type CreatorRegistrationForm = z.output<typeof creatorRegistrationForm>;

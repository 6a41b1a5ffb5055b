import { z } from "zod";
import { parsePixKey, pixKeyMaxLength } from "~/features/fields/pix-key";
import { currencies } from "~/features/money/currency";
import type { MessageKey } from "~/i18n/message-key";
import { cardNumberField, emailField, newPasswordField, text } from "./account-forms";

const says = (key: MessageKey) => key;

/** A Pix key, by the same rule as in the payment settings; read as the directory keeps it. */
const pixKeyField = text(pixKeyMaxLength).transform((typed, context) => {
  const pix = parsePixKey(typed);
  if (pix.ok) return pix.key;
  context.issues.push({ code: "custom", input: typed, message: says(pix.error) });
  return z.NEVER;
});

/** What a creator tells about themselves besides how to sign in (spec section 5). */
export const creatorProfileForm = z.object({
  fullName: text(200),
  country: text(100),
  currency: z.enum(currencies, says("accounts.currencyUnknown")).default("BRL"),
  pixKey: pixKeyField,
  bankAccount: text(60),
  bankName: text(120),
  cardNumber: cardNumberField,
});

export const creatorRegistrationForm = creatorProfileForm.extend({
  email: emailField,
  password: newPasswordField,
});

export type CreatorProfileForm = z.output<typeof creatorProfileForm>;
export type CreatorRegistrationForm = z.output<typeof creatorRegistrationForm>;

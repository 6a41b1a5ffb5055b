import { z } from "zod";
import { parsePixKey, pixKeyMaxLength } from "~/features/base/form-fields/pix-key";
import { fieldMessage, hasVisibleCharacter, typedText } from "~/features/base/form-fields/typed-text";
import { currencies } from "~/i18n/money";
import { plainCode } from "~/ui/forms/plain-code";
import { passwordMinLength } from "./sign-in-limits";

export function text(max: number) {
  return typedText(fieldMessage("common.required"))
    .refine(hasVisibleCharacter, fieldMessage("common.required"))
    .max(max, fieldMessage("accounts.tooLong"));
}

export const emailField = z
  .string(fieldMessage("common.required"))
  .overwrite(plainCode)
  .min(1, fieldMessage("common.required"))
  .max(254, fieldMessage("accounts.tooLong"))
  .pipe(z.email(fieldMessage("accounts.emailInvalid")));

/** The upper bound limits the cost of hashing. Guessable passwords: `password-strength.server.ts`. */
export const newPasswordField = z
  .string(fieldMessage("common.required"))
  .min(1, fieldMessage("common.required"))
  .min(passwordMinLength, fieldMessage("accounts.passwordTooShort"))
  .max(200, fieldMessage("accounts.passwordTooLong"));

/** Digits only, at most 16, optional (product.md, Validation). */
export const cardNumberField = z
  .string()
  .optional()
  .transform((typed) => plainCode(typed ?? "").replace(/\s/g, ""))
  .pipe(z.string().regex(/^[0-9]{0,16}$/, fieldMessage("accounts.cardDigits")));

export const consumerSignupForm = z.object({
  fullName: text(200),
  email: emailField,
  password: newPasswordField,
});

/** Sign-in does not apply the rules for new passwords. */
export const loginForm = z.object({
  email: emailField,
  password: z
    .string(fieldMessage("common.required"))
    .min(1, fieldMessage("common.required"))
    .max(200, fieldMessage("accounts.passwordTooLong")),
});

export const forgotPasswordForm = z.object({ email: emailField });

const passwordTwice = { password: newPasswordField, confirmPassword: z.string().default("") };

/** product.md, Validation. The message appears beside the second field. */
const mustMatch = {
  check: (form: { password: string; confirmPassword: string }) => form.password === form.confirmPassword,
  message: { path: ["confirmPassword"], message: fieldMessage("accounts.passwordsDiffer") },
};

export const resetPasswordForm = z.object(passwordTwice).refine(mustMatch.check, mustMatch.message);

export const changePasswordForm = z
  .object({
    ...passwordTwice,
    currentPassword: z
      .string(fieldMessage("common.required"))
      .min(1, fieldMessage("common.required"))
      .max(200, fieldMessage("accounts.passwordTooLong")),
  })
  .refine(mustMatch.check, mustMatch.message);

export type ConsumerSignupForm = z.output<typeof consumerSignupForm>;
export type LoginForm = z.output<typeof loginForm>;

export const profileForm = z.object({ fullName: text(200), email: emailField });

export type ProfileForm = z.output<typeof profileForm>;

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

import { z } from "zod";
import { typedText } from "~/features/fields/typed-text";
import { hasVisibleSign } from "~/features/fields/visible-character";
import type { MessageKey } from "~/i18n/message-key";
import { isCommonPassword } from "./common-password";
import { passwordMinLength } from "./password-length";

/** A catalogue key as a zod message: a missing text does not compile. */
const says = (key: MessageKey) => key;

/** Text of one line. Invisible characters alone say nothing: there must be a sign to see. */
export function text(max: number) {
  return typedText(says("common.required"))
    .refine(hasVisibleSign, says("common.required"))
    .max(max, says("accounts.tooLong"));
}

export const emailField = z
  .string(says("common.required"))
  .trim()
  .min(1, says("common.required"))
  .max(254, says("accounts.tooLong"))
  .pipe(z.email(says("accounts.emailInvalid")));

/** A new password. The upper bound keeps a stranger from having us hash megabytes; common ones are guessed first. */
export const newPasswordField = z
  .string(says("common.required"))
  .min(1, says("common.required"))
  .min(passwordMinLength, says("accounts.passwordTooShort"))
  .max(200, says("accounts.passwordTooLong"))
  .refine((password) => !isCommonPassword(password), says("accounts.passwordCommon"));

/** Digits only, at most 16, optional (product.md, Validation). Spaces between them are removed. */
export const cardNumberField = z
  .string()
  .optional()
  .transform((typed) => (typed ?? "").replace(/\s/g, ""))
  .pipe(z.string().regex(/^[0-9]{0,16}$/, says("accounts.cardDigits")));

export const consumerSignupForm = z.object({
  fullName: text(200),
  email: emailField,
  password: newPasswordField,
});

/** Signing in asks only that something was typed: what is right is for the account to say. */
export const loginForm = z.object({
  email: emailField,
  password: z
    .string(says("common.required"))
    .min(1, says("common.required"))
    .max(200, says("accounts.passwordTooLong")),
});

export const forgotPasswordForm = z.object({ email: emailField });

const passwordTwice = { password: newPasswordField, confirmPassword: z.string().default("") };

/** Both fields must match (product.md, Validation); the message stands beside the second. */
const mustMatch = {
  check: (form: { password: string; confirmPassword: string }) => form.password === form.confirmPassword,
  told: { path: ["confirmPassword"], message: says("accounts.passwordsDiffer") },
};

export const resetPasswordForm = z.object(passwordTwice).refine(mustMatch.check, mustMatch.told);

export const changePasswordForm = z
  .object({
    ...passwordTwice,
    currentPassword: z
      .string(says("common.required"))
      .min(1, says("common.required"))
      .max(200, says("accounts.passwordTooLong")),
  })
  .refine(mustMatch.check, mustMatch.told);

export type ConsumerSignupForm = z.output<typeof consumerSignupForm>;
export type LoginForm = z.output<typeof loginForm>;

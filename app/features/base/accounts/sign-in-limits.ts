import type { LimitRule } from "~/platform/try-counter.server";

/** Failed sign-ins per address, for all accounts (docs/security.md, Limits). */
export const signInAddressLimit: LimitRule = { name: "sign-in", tries: 10, seconds: 60 };

/** Per account and address, and per account and known browser. Ten tries each: the delay grows from a minute to a day. */
export const guessingLimits: readonly LimitRule[] = [
  { name: "guess-day", tries: 50, seconds: 86_400 },
  { name: "guess-hour", tries: 30, seconds: 3_600 },
  { name: "guess-ten-minutes", tries: 20, seconds: 600 },
  { name: "guess-minute", tries: 10, seconds: 60 },
];

/** Per account, from all unknown browsers. One address counts at most `signInShareLimit`, so it cannot lock out others. */
export const signInAccountLimit: LimitRule = { name: "sign-in-account", tries: 10, seconds: 60 };
export const signInShareLimit: LimitRule = { name: "sign-in-share", tries: 3, seconds: 60 };

/** Challenges and answers per address. Signatures cannot be guessed: this saves work and rows. */
export const passkeyLimit: LimitRule = { name: "passkey", tries: 60, seconds: 60 };

/** Returns from Google per address. Codes cannot be guessed: this saves requests and queries. */
export const googleLimit: LimitRule = { name: "google", tries: 60, seconds: 60 };

/** New accounts per address: enough for an office. */
export const registerLimit: LimitRule = { name: "register", tries: 30, seconds: 60 };

/** Recovery mails per mailbox, and per requesting address. */
export const recoveryMailLimit: LimitRule = { name: "recovery-mail", tries: 5, seconds: 900 };
export const recoveryAddressLimit: LimitRule = { name: "recovery-address", tries: 20, seconds: 900 };

export const confirmationMailLimit: LimitRule = { name: "confirmation-mail", tries: 5, seconds: 900 };

/** Recovery links tried per address. Each link has 256 bits, so this only saves work. */
export const resetLimit: LimitRule = { name: "reset", tries: 20, seconds: 60 };

/** Minimum length in characters (product.md, Constants). Separate from the forms' rules, which stay on the server. */
export const passwordMinLength = 6;

/** Minimum length of an administrator's new password in characters (OWASP ASVS 5.0.0, 6.2.1). */
export const adminPasswordMinLength = 8;

export const minLengthFor = (isAdmin: boolean) => (isAdmin ? adminPasswordMinLength : passwordMinLength);

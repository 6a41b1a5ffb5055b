import type { LimitRule } from "~/platform/rate-limits.server";

/** Failed sign-ins from one address, for whichever accounts (docs/security.md, Limits). */
export const signInAddressLimit: LimitRule = { name: "sign-in", tries: 10, seconds: 60 };

/**
 * Failed sign-ins to one account from one address; from one browser that signed in to it before; and wrong current
 * passwords of one account. Ten tries use up the first window, ten more the second: the pause grows from a minute to
 * ten, to an hour, to a day.
 */
export const guessingLimits: readonly LimitRule[] = [
  { name: "guess-day", tries: 50, seconds: 86_400 },
  { name: "guess-hour", tries: 30, seconds: 3_600 },
  { name: "guess-ten-minutes", tries: 20, seconds: 600 },
  { name: "guess-minute", tries: 10, seconds: 60 },
];

/**
 * Failed sign-ins to one account from all browsers that never signed in to it, against guessing from many addresses.
 * One address counts for at most `signInShareLimit` of them, so that it cannot use them up.
 */
export const signInAccountLimit: LimitRule = { name: "sign-in-account", tries: 10, seconds: 60 };
export const signInShareLimit: LimitRule = { name: "sign-in-share", tries: 3, seconds: 60 };

/** New accounts from one address: an office, not a robot. */
export const registerLimit: LimitRule = { name: "register", tries: 30, seconds: 60 };

/** Recovery mails to one mailbox, and asked for from one address. */
export const recoveryMailLimit: LimitRule = { name: "recovery-mail", tries: 5, seconds: 900 };
export const recoveryAddressLimit: LimitRule = { name: "recovery-address", tries: 20, seconds: 900 };

/** Confirmation mails that one account asks for. */
export const confirmationMailLimit: LimitRule = { name: "confirmation-mail", tries: 5, seconds: 900 };

/** Fresh links for players that one account asks for: many tabs, each with a link an hour. */
export const freshLinkLimit: LimitRule = { name: "fresh-link", tries: 20, seconds: 60 };

/** Recovery links tried from one address; each has 256 bits, so this only saves work. */
export const resetLimit: LimitRule = { name: "reset", tries: 20, seconds: 60 };

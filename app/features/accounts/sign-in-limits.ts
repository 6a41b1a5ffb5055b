/** So many tries in so many seconds, counted under a name of its own. */
export interface LimitRule {
  name: string;
  tries: number;
  seconds: number;
}

/** Failed sign-ins, for an address and for an account alike (docs/security.md, Limits). */
export const signInLimit: LimitRule = { name: "sign-in", tries: 10, seconds: 60 };

/** New accounts from one address: an office, not a robot. */
export const registerLimit: LimitRule = { name: "register", tries: 30, seconds: 60 };

/** Recovery mails to one mailbox, and asked for from one address. */
export const recoveryMailLimit: LimitRule = { name: "recovery-mail", tries: 5, seconds: 900 };
export const recoveryAddressLimit: LimitRule = { name: "recovery-address", tries: 20, seconds: 900 };

/** Recovery links tried from one address; each has 256 bits, so this only saves work. */
export const resetLimit: LimitRule = { name: "reset", tries: 20, seconds: 60 };

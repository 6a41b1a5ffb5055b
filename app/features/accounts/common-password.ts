import { commonPasswords } from "./common-passwords";

let known: Set<string> | undefined;

/** Whether a new password is one of the 10,000 most common, in whatever case: those are tried first. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(commonPasswords.trim().split(/\s+/));
  return known.has(password.toLowerCase());
}

import { commonPasswords } from "./common-passwords";

let known: Set<string> | undefined;

/** Returns whether a new password is among the 10,000 most common, ignoring case. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(commonPasswords.trim().split(/\s+/));
  return known.has(password.toLowerCase());
}

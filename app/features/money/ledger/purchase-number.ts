import { plainCode } from "~/ui/forms/plain-code";

/**
 * Numbers to read aloud, such as "SB-7K3M-92": no characters that look or sound alike, and a check character that
 * detects a wrong or swapped one. The database makes them (migrations/0006-orders.ts).
 */
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** Without the check character: five, six after 28 million sales. */
const lengths = [5, 6];

/** Weighted sum of the characters, modulo 31. */
export function checkCharacter(payload: string): string {
  const sum = [...payload].reduce((total, char, at) => total + (at + 2) * alphabet.indexOf(char), 0);
  return alphabet[sum % alphabet.length] ?? "";
}

/** Dashes, "SB" and case are optional. Undefined if malformed or misspelt. */
export function parsePurchaseNumber(typed: string): string | undefined {
  const text = plainCode(typed)
    .toUpperCase()
    .replace(/[\s.·-]/g, "");
  const code = /^SB/.test(text) && text.length > 7 ? text.slice(2) : text;
  const payload = code.slice(0, -1);
  if (!lengths.includes(payload.length) || [...code].some((char) => !alphabet.includes(char)))
    return undefined;
  if (checkCharacter(payload) !== code.at(-1)) return undefined;
  return `SB-${code.slice(0, -2)}-${code.slice(-2)}`;
}

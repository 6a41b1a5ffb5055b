import { emailField } from "~/features/accounts/accounts/account-forms";

/** The longest list of addresses, in characters. */
const guestListLength = 13_000;

/**
 * Reads a list of e-mail addresses, one a line or between commas. Each is listed once; `invalid`: the first part that
 * is no address.
 */
export function parseGuestEmails(typed: string): { emails: string[]; invalid: string | undefined } {
  const parts = typed
    .slice(0, guestListLength)
    .split(/[\s,;]+/)
    .filter((part) => part !== "");
  const emails = new Map<string, string>();
  for (const part of parts) {
    const parsed = emailField.safeParse(part);
    if (!parsed.success) return { emails: [], invalid: part.slice(0, 80) };
    if (!emails.has(parsed.data.toLowerCase())) emails.set(parsed.data.toLowerCase(), parsed.data);
  }
  return { emails: [...emails.values()], invalid: undefined };
}

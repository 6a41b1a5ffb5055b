/**
 * Returns whether a person may become the first administrator: anyone, or only the configured e-mail.
 * There is a first one only while nobody has the role: `ensure_first_admin` in
 * `migrations/0002-accounts.ts`.
 */
export function mayClaimFirstAdmin(email: string, firstAdminEmail: string | undefined): boolean {
  return firstAdminEmail === undefined || email.toLowerCase() === firstAdminEmail.toLowerCase();
}

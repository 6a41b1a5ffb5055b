/** Thrown for a request whose account was erased after it began, before the database refuses what it writes. */
export class AccountErased extends Error {
  override readonly name = "AccountErased";
}

/**
 * Returns whether the database refused a statement because it writes about a person whose account is erased
 * (docs/decisions/0073). Recognised by its name: the server and the pages have their own copies of the class.
 */
export function isAccountErased(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "AccountErased") return true;
  return "constraint" in error && error.constraint === "account_erased";
}

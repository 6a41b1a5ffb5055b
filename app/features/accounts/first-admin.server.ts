import type { Services } from "~/platform/services.server";
import { ensureFirstAdmin, hasAdminRole } from "./accounts.queries.server";
import { mayClaimFirstAdmin } from "./roles";

/**
 * Lets someone, already proven to be who they say, in as administrator (spec section 4, Admin login): the first ever
 * becomes it; anyone else must have the role.
 */
export async function admitAdmin(
  { db, env }: Pick<Services, "db" | "env">,
  person: { userId: string; email: string },
): Promise<"first" | "admin" | "denied"> {
  if (
    mayClaimFirstAdmin(person.email, env.FIRST_ADMIN_EMAIL) &&
    (await ensureFirstAdmin(db, person.userId))
  ) {
    return "first";
  }
  return (await hasAdminRole(db, person.userId)) ? "admin" : "denied";
}

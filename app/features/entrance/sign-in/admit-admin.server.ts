import { ensureFirstAdmin, hasAdminRole } from "~/features/base/accounts/accounts.queries.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type { Database } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";

/** The first person gets the role, others must have it (product.md, Admin sign-in). */
export async function admitAdmin(
  { db, env }: Pick<Services, "db" | "env">,
  person: Actor,
): Promise<"first" | "admin" | "denied"> {
  if (mayClaimFirstAdmin(person.email, env.FIRST_ADMIN_EMAIL) && (await grantFirstAdmin(db, person))) {
    return "first";
  }
  return (await hasAdminRole(db, person.userId)) ? "admin" : "denied";
}

/** Returns false if there is an administrator. */
async function grantFirstAdmin(db: Database, person: Actor): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await ensureFirstAdmin(trx, person.userId))) return false;
    await insertAuditEntry(trx, person, {
      action: "firstAdminMade",
      target: { kind: "account", id: person.userId, label: person.email },
      before: { role: null },
      after: { role: "admin" },
    });
    return true;
  });
}

/** Anyone, or only the configured e-mail, while nobody has the role (`ensure_first_admin`). */
export function mayClaimFirstAdmin(email: string, firstAdminEmail: string | undefined): boolean {
  return firstAdminEmail === undefined || email.toLowerCase() === firstAdminEmail.toLowerCase();
}

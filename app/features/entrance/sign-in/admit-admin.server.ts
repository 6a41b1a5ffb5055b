import { ensureFirstAdmin, hasAdminRole } from "~/features/accounts/accounts/accounts.queries.server";
import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type { Database } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { mayClaimFirstAdmin } from "./first-admin";

/**
 * Admits an authenticated person as administrator (product.md, Admin sign-in): the first person gets the role, others
 * must have it.
 */
export async function admitAdmin(
  { db, env }: Pick<Services, "db" | "env">,
  person: Actor,
): Promise<"first" | "admin" | "denied"> {
  if (mayClaimFirstAdmin(person.email, env.FIRST_ADMIN_EMAIL) && (await grantFirstAdmin(db, person))) {
    return "first";
  }
  return (await hasAdminRole(db, person.userId)) ? "admin" : "denied";
}

/** Adds the role with its audit entry; returns false when an administrator exists. */
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

import type { Actor } from "~/features/audit/actor.server";
import { insertAuditEntry } from "~/features/audit/audit.queries.server";
import type { Database } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { ensureFirstAdmin, hasAdminRole } from "./accounts.queries.server";
import { mayClaimFirstAdmin } from "./roles";

/**
 * Lets someone, already proven to be who they say, in as administrator (product.md, Admin sign-in): the first ever
 * becomes it; anyone else must have the role.
 */
export async function admitAdmin(
  { db, env }: Pick<Services, "db" | "env">,
  person: Actor,
): Promise<"first" | "admin" | "denied"> {
  if (mayClaimFirstAdmin(person.email, env.FIRST_ADMIN_EMAIL) && (await becomeFirst(db, person))) {
    return "first";
  }
  return (await hasAdminRole(db, person.userId)) ? "admin" : "denied";
}

/** Makes someone the first administrator, with its entry in the audit trail; false where there is one. */
async function becomeFirst(db: Database, person: Actor): Promise<boolean> {
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

import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type { ApprovedRequest } from "~/features/ledger/second-person/two-people.server";
import type { Db } from "~/platform/db.server";
import { refuseGrant } from "./account-step-rules";
import { lockAdmins } from "./last-admin.queries.server";
import { insertAdminRole, lockAccount } from "./suspensions.queries.server";

export type GrantRefusal =
  | "accountGone"
  /** A suspended account must be restored before it gets the role. */
  | "isSuspended"
  /** The e-mail is not confirmed: another person may have registered it. */
  | "notProven";

/**
 * Grants the administrator role in a transaction, with an audit entry. `requested`: the request that `by` approved;
 * without it `by` grants the role alone. An administrator's own account is left unchanged.
 */
export async function grantAdmin(
  trx: Db,
  { userId, requested, by }: { userId: string; requested?: ApprovedRequest; by: Actor },
): Promise<{ ok: true } | { ok: false; error: GrantRefusal }> {
  await lockAdmins(trx);
  const account = await lockAccount(trx, userId);
  if (!account) return { ok: false, error: "accountGone" };
  if (account.is_admin) return { ok: true };
  const error = refuseGrant(account);
  if (error) return { ok: false, error };
  const grantedBy = requested?.by.userId ?? by.userId;
  await insertAdminRole(trx, { userId, grantedBy, requestId: requested?.requestId, now: by.at });
  await insertAuditEntry(trx, by, {
    action: "adminGranted",
    target: { kind: "account", id: userId, label: account.email },
    before: { role: null },
    after: { role: "admin", ...(requested && { requestedBy: requested.by.email }) },
  });
  return { ok: true };
}

import { hasOtherAdmin } from "~/features/accounts/accounts/administrators.queries.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import {
  type ActResult,
  type Authority,
  authorOf,
  awaitApproval,
  requesterFact,
} from "~/features/money/ledger/approvals.server";
import type { Db } from "~/platform/db.server";
import { refuseGrant } from "./account-step-rules";
import { lockAdmins } from "./last-admin.queries.server";
import { insertAdminRole, lockAccount } from "./suspensions.queries.server";

export type GrantRefusal = NonNullable<ReturnType<typeof refuseGrant>>;

/**
 * Grants the administrator role in a transaction, with an audit entry. An administrator's own account is left
 * unchanged. Where two people are required, it waits for an approval, if there is another administrator.
 */
export async function grantAdmin(
  trx: Db,
  userId: string,
  authority: Authority,
): Promise<ActResult<GrantRefusal>> {
  const { by } = authority;
  await lockAdmins(trx);
  const account = await lockAccount(trx, userId);
  if (!account) return { ok: false, error: "notFound" };
  if (account.is_admin) return { ok: true, repeated: true };
  const error = refuseGrant(account);
  if (error) return { ok: false, error };
  const target = { kind: "account", id: userId, label: account.email } as const;
  if (await hasOtherAdmin(trx, by.userId)) {
    const request = { kind: "grant", accountId: userId } as const;
    const waiting = await awaitApproval(trx, authority, request, { target });
    if (waiting) return waiting;
  }
  const { by: grantedBy, requestId } = authorOf(authority);
  await insertAdminRole(trx, { userId, grantedBy, requestId, now: by.at });
  await insertAuditEntry(trx, by, {
    action: "adminGranted",
    target,
    before: { role: null },
    after: { role: "admin", ...requesterFact(authority) },
  });
  return { ok: true, repeated: false };
}

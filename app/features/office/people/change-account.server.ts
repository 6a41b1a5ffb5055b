import { findCredentials, hasOtherAdmin } from "~/features/base/accounts/accounts.queries.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { allowRemoval } from "~/features/base/factors/lost-second-factor.server";
import {
  type ActResult,
  type Authority,
  authorOf,
  awaitApproval,
  requesterFact,
} from "~/features/money/ledger/approvals.server";
import { queueWithdrawal } from "~/features/shop/sharing/share-pictures.queries.server";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import { deleteUserSessions } from "~/platform/session/session.queries.server";
import { type AccountStep, mayTakeWithOneself, refuseGrant } from "./account-step";
import { isLastAdmin, lockAdmins } from "./people.queries.server";
import {
  deleteAdminRole,
  findAccountState,
  insertAdminRole,
  lockAccount,
  setSuspended,
} from "./suspensions.queries.server";

type AccountRefusal =
  | "notFound"
  /** Administrators cannot suspend or sign out themselves, nor approve removing their own second factor. */
  | "self"
  | "lastAdmin"
  /** A suspended account must be restored first. */
  | "isSuspended"
  /** Unconfirmed e-mail: another person may have registered it. */
  | "notProven"
  /** Nobody requested the removal of a second factor, or the mailbox is not proven. */
  | "noRequest"
  | "notAdmin";

/** `changed`: false for a form sent twice. `waiting`: for another administrator's approval. */
type AccountChanged = { ok: true; changed: boolean; waiting?: true } | { ok: false; error: AccountRefusal };

interface AccountChange {
  userId: string;
  step: AccountStep;
  reason?: string;
  by: Actor;
}

/**
 * Serialized, with the requester's role checked again: when two administrators remove each other, one remains. A
 * suspended account, or one that loses the role, is signed out everywhere. Where two people are required, a grant waits
 * for another administrator (`decideRequest`), if there is one.
 */
export async function changeAccount(
  { db, env }: Pick<Services, "db"> & { env: Pick<Services["env"], "PAYOUT_TWO_PEOPLE"> },
  { userId, step, reason, by }: AccountChange,
): Promise<AccountChanged> {
  return db.transaction().execute(async (trx) => {
    await lockAdmins(trx);
    const requester = await findAccountState(trx, by.userId);
    if (!requester?.is_admin || requester.suspended_at) return { ok: false, error: "notAdmin" } as const;
    const account = await lockAccount(trx, userId);
    if (!account) return { ok: false, error: "notFound" } as const;
    const was = { role: account.is_admin ? "admin" : null, suspended: account.suspended_at !== null };
    const target = { kind: "account", id: userId, label: account.email } as const;
    if (userId === by.userId && !mayTakeWithOneself(step)) return { ok: false, error: "self" } as const;
    switch (step) {
      case "suspend": {
        if (was.suspended) return { ok: true, changed: false } as const;
        await setSuspended(trx, userId, by.at);
        await queueWithdrawal(trx, { creatorId: userId, now: by.at });
        const sessionsEnded = await deleteUserSessions(trx, userId);
        const after = { suspended: true, sessionsEnded };
        const before = { suspended: false };
        await insertAuditEntry(trx, by, { action: "accountSuspended", target, before, after, reason });
        break;
      }
      case "restore": {
        if (!was.suspended) return { ok: true, changed: false } as const;
        await setSuspended(trx, userId, null);
        const [before, after] = [{ suspended: true }, { suspended: false }];
        await insertAuditEntry(trx, by, { action: "accountRestored", target, before, after, reason });
        break;
      }
      case "unlock": {
        if (!(await allowRemoval(trx, { userId, by: by.userId, now: by.at })))
          return { ok: false, error: "noRequest" } as const;
        await insertAuditEntry(trx, by, { action: "secondFactorHelpAllowed", target, reason });
        break;
      }
      case "sign-out": {
        const sessionsEnded = await deleteUserSessions(trx, userId);
        await insertAuditEntry(trx, by, {
          action: "sessionsEnded",
          target,
          after: { sessionsEnded },
          reason,
        });
        break;
      }
      case "grant": {
        const granted = await grantAdmin(trx, userId, { by, env });
        if (!granted.ok) return granted;
        const { repeated, waiting } = granted;
        return { ok: true, changed: !repeated, ...(waiting && { waiting }) } as const;
      }
      case "remove": {
        if (!was.role) return { ok: true, changed: false } as const;
        if (await isLastAdmin(trx, userId)) return { ok: false, error: "lastAdmin" } as const;
        await deleteAdminRole(trx, userId);
        const sessionsEnded = await deleteUserSessions(trx, userId);
        const [before, after] = [{ role: "admin" }, { role: null, sessionsEnded }];
        await insertAuditEntry(trx, by, { action: "adminRemoved", target, before, after, reason });
        break;
      }
    }
    return { ok: true, changed: true } as const;
  });
}

export async function findAccountByEmail(
  db: Db,
  email: string,
): Promise<{ id: string; proven: boolean } | undefined> {
  const account = await findCredentials(db, email);
  return account && { id: account.id, proven: account.email_verified_at !== null };
}

export type GrantRefusal = NonNullable<ReturnType<typeof refuseGrant>>;

/** Changes nothing for an administrator. May wait for another administrator's approval. */
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

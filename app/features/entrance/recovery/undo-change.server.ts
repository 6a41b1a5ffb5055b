import {
  deletePendingLinks,
  endChanges,
  findLinkedChange,
  listOpenChanges,
  lockAccount,
  restoreAccount,
} from "~/features/base/account-changes/account-changes.queries.server";
import { isUndoable } from "~/features/base/account-changes/undo-rules";
import { hasAdminRole, hasCreatorProfile } from "~/features/base/accounts/accounts.queries.server";
import { revokeRemovalIn } from "~/features/base/factors/lost-second-factor.server";
import { listPasskeys } from "~/features/base/factors/passkeys.queries.server";
import { postMail } from "~/features/base/mail/post-mail.server";
import { revokeErasureIn } from "~/features/entrance/privacy/own-data.server";
import { restoreDetails } from "~/features/money/payees/details-changes.server";
import { type Locale, parseLocale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { hashToken, isToken } from "~/platform/secrets.server";
import type { Services } from "~/platform/services";
import type { Client } from "~/platform/session/actor.server";
import { deleteUserSessions } from "~/platform/session/session.queries.server";
import { removeRecentFactors } from "./recent-factors.server";
import { recoveryAreaOfViewer } from "./recovery-rules";

type Needs = Pick<Services, "db" | "clock">;

type FoundChange = NonNullable<Awaited<ReturnType<typeof findLinkedChange>>>;

export type UndoLink =
  | { status: "ended" }
  | { status: "email"; from: string; to: string; waits: boolean }
  | { status: "passkey"; name: string }
  | { status: "secondFactor" };

async function findUndoable(db: Db, token: string, now: Date): Promise<FoundChange | undefined> {
  if (!isToken(token)) return undefined;
  const change = await findLinkedChange(db, hashToken(token));
  const times = change && { appliedAt: change.applied_at, endedAt: change.ended_at };
  return times && isUndoable(times, now) ? change : undefined;
}

export async function checkUndoLink({ db, clock }: Needs, token: string): Promise<UndoLink> {
  const change = await findUndoable(db, token, clock());
  if (!change) return { status: "ended" };
  if (change.kind === "secondFactor") return { status: "secondFactor" };
  if (change.kind === "passkey") {
    const known = await listPasskeys(db, change.user_id);
    return { status: "passkey", name: known.find(({ id }) => id === change.passkey_id)?.name ?? "" };
  }
  return {
    status: "email",
    from: change.former_email ?? "",
    to: change.new_email ?? "",
    waits: change.applied_at === null,
  };
}

/**
 * Undoes a change by its mailed link, once, with everything that somebody else may have done since: e-mail, factors,
 * password, payout details, erasure. Ends all sessions and mails a link for a new password to the restored address.
 * Returns the owner's id; undefined for an ended link.
 */
export async function undoChange(
  { db, clock }: Needs,
  token: string,
  { client, locale }: { client: Client; locale: Locale },
): Promise<string | undefined> {
  const linkedChange = await findUndoable(db, token, clock());
  if (!linkedChange) return undefined;
  const { user_id: userId } = linkedChange;
  return db.transaction().execute(async (trx) => {
    const now = clock();
    const account = await lockAccount(trx, userId);
    const change = account && (await findUndoable(trx, token, now));
    if (!change) return undefined;
    const open = await listOpenChanges(trx, userId);
    const waiting = open.filter(({ applied_at }) => applied_at === null);
    const reverted = open.filter(
      ({ kind, id, applied_at }) => kind === "email" && applied_at !== null && id >= change.id,
    );
    const email = reverted[0]?.former_email ?? undefined;
    const since = change.changed_at;
    await deletePendingLinks(trx, userId);
    const dropGoogle = reverted[0]?.had_google === false;
    await restoreAccount(trx, { userId, ...(email !== undefined && { email }), dropGoogle, now });
    const present = email ?? account.email;
    await endChanges(
      trx,
      [change, ...waiting, ...reverted].map(({ id }) => id),
      now,
    );
    await removeRecentFactors(trx, { userId, email: present, client, now });
    await restoreDetails(trx, { ...client, userId, email: present, at: now }, now, { since });
    await revokeRemovalIn(trx, userId, now);
    await revokeErasureIn(trx, { userId, since, now });
    await deleteUserSessions(trx, userId);
    const notice = { kind: "changeUndone", facts: { email: present } } as const;
    const key = `changeUndone:${change.id}`;
    await postMail(trx, { ...notice, key, to: { userId } });
    const others = new Set([...waiting, ...reverted].map((each) => each.new_email).concat(account.email));
    for (const other of others) {
      if (other === null || other.toLowerCase() === present.toLowerCase()) continue;
      const to = { email: other, locale: parseLocale(account.locale) };
      await postMail(trx, {
        ...notice,
        key: `${key}:${other}`.slice(0, 200),
        to,
        facts: { ...notice.facts, ownerId: userId },
      });
    }
    const area = recoveryAreaOfViewer({
      isAdmin: await hasAdminRole(trx, userId),
      isCreator: await hasCreatorProfile(trx, userId),
    });
    const recovery = { email: present, locale, area };
    await addJob(trx, "send-recovery-mail", recovery, { key: `recovery:${present.toLowerCase()}` });
    return userId;
  });
}

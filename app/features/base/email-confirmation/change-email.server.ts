import {
  deletePendingLinks,
  endChanges,
  findWaitingEmail,
  hasBalance,
  insertEmailChange,
  listDueEmails,
  lockAccount,
  markEmailApplied,
  moveUndoLinks,
} from "~/features/base/account-changes/account-changes.queries.server";
import { postOwnerMail } from "~/features/base/account-changes/account-mails.server";
import { isEmailTaken, replaceEmail } from "~/features/base/accounts/profile.queries.server";
import { revokeRemovalIn } from "~/features/base/factors/lost-second-factor.server";
import { postMail } from "~/features/base/mail/post-mail.server";
import { hourMs } from "~/i18n/days";
import { parseLocale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { tryEach } from "~/platform/try-each";

/**
 * Applies a confirmed change at once, or in 48 hours if the creator has a balance, and replaces a waiting one. Informs both
 * addresses; the former gets a link that undoes it. Undefined if the account's e-mail is no longer `from`, or `to` is used.
 */
export async function changeEmail(
  trx: Db,
  { userId, from, to, now }: { userId: string; from: string; to: string; now: Date },
): Promise<"changed" | "waits" | undefined> {
  const account = await lockAccount(trx, userId);
  if (account?.email !== from || (await isEmailTaken(trx, to, userId))) return undefined;
  const dueAt = emailDueAt(now, { hasBalance: await hasBalance(trx, userId) });
  const waiting = await findWaitingEmail(trx, userId);
  if (waiting) await endChanges(trx, [waiting.id], now);
  const hadGoogle = account.google_sub !== null;
  if (dueAt <= now && !(await replaceEmail(trx, { userId, from, to, now }))) return undefined;
  const id = await insertEmailChange(trx, { userId, from, to, hadGoogle, now, dueAt });
  if (waiting) await moveUndoLinks(trx, { from: waiting.id, to: id });
  if (dueAt > now) {
    const waits = { kind: "emailChangeWaits", facts: { email: to, at: dueAt.toISOString() } } as const;
    await postOwnerMail(trx, { ...waits, key: `emailChangeWaits:${id}`, userId, undoes: id, now });
    const elsewhere = { email: to, locale: parseLocale(account.locale) };
    const ofNew = { ...waits.facts, ownerId: userId };
    await postMail(trx, { ...waits, key: `emailChangeWaits:${id}:new`, to: elsewhere, facts: ofNew });
    return "waits";
  }
  await afterEmailChange(trx, { userId, id, to, now });
  return "changed";
}

async function afterEmailChange(
  trx: Db,
  { userId, id, to, now }: { userId: string; id: number; to: string; now: Date },
): Promise<void> {
  await revokeRemovalIn(trx, userId, now);
  await postOwnerMail(trx, {
    kind: "emailChanged",
    key: `emailChanged:${id}`,
    userId,
    facts: { email: to },
    now,
  });
}

/** Informs both addresses. False if no change waits. Call it in the transaction that sets a new password. */
export async function cancelWaitingEmailIn(trx: Db, userId: string, now: Date): Promise<boolean> {
  const account = await lockAccount(trx, userId);
  const waiting = account && (await findWaitingEmail(trx, userId));
  if (!waiting) return false;
  await endChanges(trx, [waiting.id], now);
  await postStopped(trx, { kind: "emailChangeCancelled", waiting, locale: account.locale, now });
  return true;
}

/** Like `cancelWaitingEmailIn`, in its own transaction; also ends a link that would confirm another e-mail. */
export async function cancelWaitingEmail(
  { db, clock }: Pick<Services, "db" | "clock">,
  userId: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await deletePendingLinks(trx, userId);
    return cancelWaitingEmailIn(trx, userId, clock());
  });
}

interface Stopped {
  kind: "emailChangeCancelled" | "emailChangeFailed";
  waiting: NonNullable<Awaited<ReturnType<typeof findWaitingEmail>>>;
  locale: string;
  now: Date;
}

async function postStopped(trx: Db, { kind, waiting, locale, now }: Stopped): Promise<void> {
  const { id, user_id: userId, new_email: email } = waiting;
  const key = `${kind}:${id}`;
  await postOwnerMail(trx, { kind, key, userId, facts: { email }, now });
  if (!email || kind === "emailChangeFailed") return;
  const facts = { email, ownerId: userId };
  await postMail(trx, { kind, key: `${key}:new`, to: { email, locale: parseLocale(locale) }, facts });
}

/** If another account has the new e-mail by now, the change fails. A suspended account's change waits. */
export async function applyDueEmails({
  db,
  clock,
  log,
}: Pick<Services, "db" | "clock" | "log">): Promise<void> {
  const applyOne = async (userId: string) => {
    const apply = db.transaction().execute((trx) => applyDueEmail(trx, userId, clock()));
    const applied = await apply.catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      // Another account got the e-mail at the same moment: the next round fails the change.
      return undefined;
    });
    if (applied) log.warn({ security: "emailChanged", userId }, "a change of e-mail that waited was applied");
  };
  await tryEach(await listDueEmails(db, clock()), applyOne, {
    onFailure: (error, userId) =>
      log.error({ err: error, userId }, "a change of e-mail could not be applied"),
  });
}

async function applyDueEmail(trx: Db, userId: string, now: Date): Promise<boolean> {
  const account = await lockAccount(trx, userId);
  const waiting = account && (await findWaitingEmail(trx, userId));
  if (!waiting || waiting.due_at > now) return false;
  const { id, former_email: from, new_email: to } = waiting;
  if (!from || !to) throw new Error(`change ${id} has no e-mails`);
  if (!(await replaceEmail(trx, { userId, from, to, now }))) {
    await endChanges(trx, [id], now);
    await postStopped(trx, { kind: "emailChangeFailed", waiting, locale: account.locale, now });
    return false;
  }
  await markEmailApplied(trx, { id, hadGoogle: account.google_sub !== null, now });
  await afterEmailChange(trx, { userId, id, to, now });
  return true;
}

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}

/** Wait of a creator with a balance. */
export const emailWaitHours = 48;

export function emailDueAt(now: Date, { hasBalance }: { hasBalance: boolean }): Date {
  return hasBalance ? new Date(now.getTime() + emailWaitHours * hourMs) : now;
}

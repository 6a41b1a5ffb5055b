import { postMail } from "~/features/mails/post-mail.server";
import { hasOtherAdmin, lockAdmins } from "~/features/people/suspensions.queries.server";
import type { Locale } from "~/i18n/languages";
import { addJob } from "~/platform/jobs.queries.server";
import type { Services } from "~/platform/services";
import type { Viewer } from "~/platform/session/session.queries.server";
import { erasureDays } from "./erasure-rules";
import { deleteErasure, insertErasure } from "./erasures.queries.server";

export type ErasureRequested =
  | { ok: true }
  /** No administrator would be left. */
  | { ok: false; error: "lastAdmin" };

/**
 * Schedules the erasure of an account after the time in which it can be revoked. A second request changes nothing. Check the
 * person's password first.
 */
export async function requestErasure(
  { db, clock }: Pick<Services, "db" | "clock">,
  viewer: Viewer,
  { locale, keepReviews }: { locale: Locale; keepReviews: boolean },
): Promise<ErasureRequested> {
  const now = clock();
  const { userId } = viewer;
  const dueAt = new Date(now.getTime() + erasureDays * 86_400_000);
  return db.transaction().execute(async (trx) => {
    await lockAdmins(trx);
    if (viewer.isAdmin && !(await hasOtherAdmin(trx, userId)))
      return { ok: false, error: "lastAdmin" } as const;
    if (!(await insertErasure(trx, { userId, now, dueAt, locale, keepReviews })))
      return { ok: true } as const;
    const key = `erasureScheduled:${userId}:${now.getTime()}`;
    const facts = { dueAt: dueAt.toISOString() };
    await postMail(trx, { kind: "erasureScheduled", key, to: { userId }, facts });
    await addJob(trx, "erase-account", { userId }, { key: `erase:${userId}`, runAt: dueAt });
    return { ok: true } as const;
  });
}

/** Revokes an erasure. Returns false when there is none, or it has begun. */
export async function keepAccount(
  { db, clock }: Pick<Services, "db" | "clock">,
  userId: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await deleteErasure(trx, userId))) return false;
    const key = `erasureRevoked:${userId}:${clock().getTime()}`;
    await postMail(trx, { kind: "erasureRevoked", key, to: { userId } });
    return true;
  });
}

import { postOwnerMail } from "~/features/base/account-changes/account-mails.server";
import { isLastAdmin, lockAdmins } from "~/features/office/people/people.queries.server";
import { formatDateTime } from "~/i18n/dates";
import type { Locale } from "~/i18n/languages";
import type { Database, Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import type { Viewer } from "~/platform/session/session.queries.server";
import { findOwnExport } from "./data-download.queries.server";
import type { LoggedErasure } from "./deleted-on-erasure";
import { listWaits } from "./erase-account.server";
import {
  deleteErasure,
  findErasedAt,
  findErasure,
  insertErasure,
  replaceErasure,
} from "./erasures.queries.server";
import { isBeingMade } from "./make-download.server";
import { daysBefore, downloadDays, erasureDays } from "./retention";

/** Repeats an erasure after a restored backup. `unknown`: the account is younger than the backup. */
export async function repeatErasure(
  db: Database,
  { userId, keepReviews, now }: LoggedErasure & { now: Date },
): Promise<"queued" | "erased" | "unknown"> {
  return db.transaction().execute(async (trx) => {
    const account = await findErasedAt(trx, userId);
    if (!account) return "unknown";
    if (account.erased_at) return "erased";
    await replaceErasure(trx, { userId, keepReviews, dueAt: now });
    await addJob(trx, "erase-account", { userId }, { key: `erase:${userId}` });
    return "queued";
  });
}

type ErasureRequested = { ok: true } | { ok: false; error: "lastAdmin" };

/** Schedules a revocable erasure; a second request changes nothing. Check the password first. */
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
    if (await isLastAdmin(trx, userId)) return { ok: false, error: "lastAdmin" } as const;
    if (!(await insertErasure(trx, { userId, now, dueAt, locale, keepReviews })))
      return { ok: true } as const;
    const key = `erasureScheduled:${userId}:${now.getTime()}`;
    const facts = { dueAt: dueAt.toISOString() };
    await postOwnerMail(trx, { kind: "erasureScheduled", key, userId, facts, now });
    await addJob(trx, "erase-account", { userId }, { key: `erase:${userId}`, runAt: dueAt });
    return { ok: true } as const;
  });
}

/** Returns false if there is no erasure, or it has begun. */
export async function keepAccount(
  { db, clock }: Pick<Services, "db" | "clock">,
  userId: string,
): Promise<boolean> {
  return db.transaction().execute((trx) => revokeIn(trx, userId, clock()));
}

export async function revokeErasureIn(
  trx: Db,
  { userId, since, now }: { userId: string; since: Date; now: Date },
): Promise<void> {
  const erasure = await findErasure(trx, userId);
  if (erasure && erasure.requested_at >= since) await revokeIn(trx, userId, now);
}

async function revokeIn(trx: Db, userId: string, now: Date): Promise<boolean> {
  if (!(await deleteErasure(trx, userId))) return false;
  const key = `erasureRevoked:${userId}:${now.getTime()}`;
  await postOwnerMail(trx, { kind: "erasureRevoked", key, userId, now });
  return true;
}

export type OwnDataView = Awaited<ReturnType<typeof showOwnData>>;

export async function showOwnData(
  { db, clock }: Pick<Services, "db" | "clock">,
  userId: string,
  locale: Locale,
) {
  const now = clock();
  const [download, erasure, waits] = await Promise.all([
    findOwnExport(db, userId),
    findErasure(db, userId),
    listWaits(db, userId),
  ]);
  const ready =
    download?.ready_at && download.ready_at > daysBefore(now, downloadDays) ? download : undefined;
  return {
    underWay: download !== undefined && isBeingMade(download, now),
    readyUntil: ready?.ready_at ? formatDateTime(daysBefore(ready.ready_at, -downloadDays), locale) : null,
    erasure: erasure
      ? { begun: erasure.begun_at !== null, due: formatDateTime(erasure.due_at, locale) }
      : null,
    waits,
  };
}

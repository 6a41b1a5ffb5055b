import { postMail } from "~/features/base/mail/post-mail.server";
import { isLastAdmin, lockAdmins } from "~/features/office/people/people.queries.server";
import { deleteAdminRole } from "~/features/office/people/suspensions.queries.server";
import { removePortrait } from "~/features/shop/creators/portrait.server";
import { deletePictureRecord } from "~/features/shop/sharing/share-pictures.queries.server";
import { deleteVideo } from "~/features/studio/own-videos/delete-video.server";
import { dropUpload } from "~/features/studio/uploads/discard-upload.server";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import { tryEach } from "~/platform/try-each";
import { deleteExport, findOwnExport } from "./data-download.queries.server";
import { deletedRows, listIdentifyingTexts } from "./deleted-on-erasure";
import {
  closeUploads,
  deleteJobsFor,
  deleteMails,
  deleteOwnRows,
  deleteReplies,
  deleteReviews,
  emptyEventsOfSales,
  emptyMoneyDetails,
  emptyUnlinkedEvents,
  eraseFromAudit,
  eraseIdentity,
  findIdentity,
  forgetFileNames,
  forgetGuests,
  isNamedInAudit,
  listFormerIdentity,
  listSharePictures,
  lockForErasure,
  retireHandles,
} from "./emptied-on-erasure.queries.server";
import {
  findErasure,
  findErasureFacts,
  listDueErasures,
  listRemainingVideos,
  markErasureBegun,
} from "./erasures.queries.server";
import { decideErasureStep, type ErasureWait, listErasureWaits } from "./retention";

type Needs = Pick<Services, "db" | "storage" | "streaming" | "clock" | "log">;

/** After a restore, `erase-again` reads this log message. */
export const erasedMessage = "an account was erased";

/** Queues due erasures again: those whose job was given up, and those that had to wait. */
export async function queueDueErasures({
  db,
  clock,
  log,
}: Pick<Services, "db" | "clock" | "log">): Promise<void> {
  await tryEach(
    await listDueErasures(db, clock()),
    (userId) => addJob(db, "erase-account", { userId }, { key: `erase:${userId}` }),
    { onFailure: (error, userId) => log.error({ err: error, userId }, "an erasure could not be queued") },
  );
}

/**
 * Performs the next step of an erasure (docs/decisions/0073): once due, the videos leave the shop; once nothing
 * holds it back, the person is removed, the account last. Each step can be repeated; a waiting one is retried
 * every hour. Throws if the database or the store fails.
 */
export async function eraseAccount(services: Needs, { userId }: { userId: string }): Promise<void> {
  const { db, clock, log } = services;
  const erasure = await findErasure(db, userId);
  const step = decideErasureStep(erasure, clock());
  if (!erasure || step === "nothing") return;
  if (step === "begin" && !(await beginErasure(services, userId))) {
    log.warn({ userId, waits: ["lastAdmin"] }, "an erasure waits");
    return;
  }
  await withdrawVideos(services, userId);
  if (step === "begin") return;
  const waits = await listWaits(db, userId);
  if (waits.length > 0) {
    log.info({ userId, waits }, "an erasure waits");
    return;
  }
  if (!(await erasePerson(services, { userId, keepReviews: erasure.keep_reviews }))) {
    log.info({ userId }, "an erasure waits for what began meanwhile");
    return;
  }
  log.info({ userId, keepReviews: erasure.keep_reviews }, erasedMessage);
}

export async function listWaits(db: Db, userId: string): Promise<ErasureWait[]> {
  const facts = await findErasureFacts(db, userId);
  return listErasureWaits({ ...facts, isLastAdmin: await isLastAdmin(db, userId) });
}

/** Also removes the administrator role. Returns false if no other administrator is left. */
async function beginErasure({ db, clock }: Needs, userId: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockAdmins(trx);
    if (await isLastAdmin(trx, userId)) return false;
    if (!(await markErasureBegun(trx, { userId, now: clock() }))) return true;
    await deleteAdminRole(trx, userId);
    await postMail(trx, { kind: "erasureBegun", key: `erasureBegun:${userId}`, to: { userId } });
    return true;
  });
}

/** Removes a creator's videos from the shop; unsold ones with their files. */
async function withdrawVideos(services: Needs, creatorId: string): Promise<void> {
  for (;;) {
    const videos = await listRemainingVideos(services.db, creatorId);
    let gone = 0;
    for (const { id: videoId } of videos) {
      const deleted = await deleteVideo(services, { creatorId, videoId });
      const dropped = deleted.ok || (await dropUpload(services, { creatorId, videoId })).ok;
      if (dropped) gone += 1;
    }
    // The next run finds a video published meanwhile.
    if (gone === 0) return;
  }
}

/** Undoes the last step of an erasure. */
class ChangedMeanwhile extends Error {}

/** Returns false if the person bought, published or changed something meanwhile: the next run continues. */
async function erasePerson(
  services: Needs,
  { userId, keepReviews }: { userId: string; keepReviews: boolean },
): Promise<boolean> {
  const { db, clock } = services;
  const identity = await findIdentity(db, userId);
  if (!identity) return true;
  const { emails, texts } = await listTexts(db, userId, identity);
  await removeFiles(services, { userId, portraitKey: identity.portrait_key });
  // Records with these texts come last, so that a repeated run finds the rows again.
  await untilNone(() => emptyEventsOfSales(db, userId));
  for (let after: string | undefined = ""; after !== undefined; )
    after = await emptyUnlinkedEvents(db, { userId, texts, after });
  await db.transaction().execute(async (trx) => {
    await eraseFromAudit(trx, { userId, texts });
    await deleteMails(trx, { userId, emails });
    await forgetGuests(trx, { userId, emails });
    await deleteJobsFor(trx, { userId, emails });
  });
  if (!keepReviews) await untilNone(() => deleteReviews(db, userId));
  await untilNone(() => deleteReplies(db, userId));
  await untilNone(() => forgetFileNames(db, userId));
  for (const rows of deletedRows) await untilNone(() => deleteOwnRows(db, rows, userId));
  const finishing = db.transaction().execute(async (trx) => {
    await emptyMoneyDetails(trx, { userId, now: clock() });
    // Rows added before this lock are seen; later ones are impossible.
    const { portraitKey } = await lockForErasure(trx, userId);
    if ((await listWaits(trx, userId)).length > 0) throw new ChangedMeanwhile();
    await closeUploads(trx, { userId, now: clock() });
    if ((await listRemainingVideos(trx, userId)).length > 0) throw new ChangedMeanwhile();
    if (await isNamedInAudit(trx, userId)) throw new ChangedMeanwhile();
    await retireHandles(trx, userId);
    await deleteMails(trx, { userId, emails });
    await forgetGuests(trx, { userId, emails });
    await deleteJobsFor(trx, { userId, emails });
    if (!keepReviews) await untilNone(() => deleteReviews(trx, userId));
    await untilNone(() => deleteReplies(trx, userId));
    await untilNone(() => forgetFileNames(trx, userId));
    for (const rows of deletedRows) await untilNone(() => deleteOwnRows(trx, rows, userId));
    await eraseIdentity(trx, { userId, now: clock() });
    return { portraitKey };
  });
  const finished = await finishing.catch((error: unknown) => {
    if (error instanceof ChangedMeanwhile) return undefined;
    throw error;
  });
  if (!finished) return false;
  // A download or a portrait added meanwhile.
  await removeFiles(services, { userId, ...finished });
  return true;
}

/** Includes former e-mails and texts. */
async function listTexts(
  db: Db,
  userId: string,
  identity: NonNullable<Awaited<ReturnType<typeof findIdentity>>>,
): Promise<{ emails: string[]; texts: string[] }> {
  const former = await listFormerIdentity(db, userId);
  const emails = [identity.email, identity.consumer_email, identity.creator_email, ...former.emails].filter(
    (email) => email !== null,
  );
  const texts = listIdentifyingTexts(
    [
      ...emails,
      identity.pix_key,
      identity.bank_account_number,
      identity.bank_holder_tax_id,
      ...former.destinations,
    ],
    [
      identity.consumer_name,
      identity.creator_name,
      identity.google_name,
      identity.card_holder_name,
      ...former.names,
    ],
  );
  return { emails: [...new Set(emails)], texts };
}

async function removeFiles(
  { db, storage }: Needs,
  files: { userId: string; portraitKey: string | null },
): Promise<void> {
  const { userId, portraitKey } = files;
  await removePortrait(storage, portraitKey);
  // Not by jobs: a picture's name may be the person's.
  for (const key of await listSharePictures(db, userId)) {
    await storage.remove(key);
    await deletePictureRecord(db, key);
  }
  const download = await findOwnExport(db, userId);
  if (download) {
    await storage.remove(download.storage_key);
    await deleteExport(db, download.id);
  }
}

async function untilNone(step: () => Promise<number>): Promise<void> {
  while ((await step()) > 0);
}

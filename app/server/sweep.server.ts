import { deleteOldChanges } from "~/features/base/account-changes/account-changes.queries.server";
import { applyDueEmails } from "~/features/base/email-confirmation/change-email.server";
import { deleteExpiredConfirmations } from "~/features/base/email-confirmation/email-confirmation.queries.server";
import { removeLostSecondFactors } from "~/features/base/factors/lost-second-factor.server";
import { deleteExpiredChallenges } from "~/features/base/factors/passkeys.queries.server";
import { deleteExpiredUnfinishedSignIns } from "~/features/base/factors/unfinished-sign-ins.queries.server";
import { requeueMails } from "~/features/base/mail/send-mail.server";
import { queueDueErasures } from "~/features/entrance/privacy/erase-account.server";
import { forgetOld } from "~/features/entrance/privacy/forget-old.server";
import { removeOldExports } from "~/features/entrance/privacy/make-download.server";
import { draftBatch } from "~/features/money/payouts/prepare-payouts.server";
import { recheckSubmitted, remindOfDisputes } from "~/features/office/disputes/dispute-mail.server";
import { expireUnopenedSales } from "~/features/orders/checkout/open-checkout.server";
import { remindOfStoppedCourses } from "~/features/playback/certificates/course-mails.server";
import { queueNewProducts } from "~/features/shop/announcements/tell-followers.server";
import { removeOrphanPictures } from "~/features/shop/sharing/find-share-picture.server";
import { finishDeletions } from "~/features/studio/own-videos/delete-video.server";
import { sweepAbandoned } from "~/features/studio/uploads/discard-upload.server";
import { forgetOldPublications } from "~/features/studio/uploads/new-video.queries.server";
import { sweepConversions } from "~/features/videos/media/convert-video.server";
import type { Services } from "~/platform/services";
import { deleteExpiredSessions } from "~/platform/session/session.queries.server";
import { deleteEndedWindows } from "~/platform/try-counter.queries.server";
import { tryEach } from "~/platform/try-each";
import { deleteOldHandedOver } from "./runner.queries.server";

/** Hourly. A failing step does not stop the others; the first failure is thrown, so that the job counts as failed. */
export async function sweep(services: Services): Promise<void> {
  const { db, clock, log } = services;
  const steps: [name: string, run: () => Promise<void>][] = [
    ["abandoned uploads", () => sweepAbandoned(services)],
    ["conversions", () => sweepConversions(services)],
    ["deletions", () => finishDeletions(services)],
    ["share pictures", () => removeOrphanPictures(services)],
    ["sales never opened", () => expireUnopenedSales(services)],
    ["e-mail confirmations", () => deleteExpiredConfirmations(db, clock())],
    ["changes of e-mail that are due", () => applyDueEmails(services)],
    ["changes that cannot be undone", () => deleteOldChanges(db, clock())],
    ["publications", () => forgetOldPublications(db, clock())],
    ["unfinished sign-ins", () => deleteExpiredUnfinishedSignIns(db, clock())],
    ["challenges of passkeys", () => deleteExpiredChallenges(db, clock())],
    ["lost second factors", () => removeLostSecondFactors(services)],
    ["ended limits", () => deleteEndedWindows(db, Date.now())],
    ["answers to disputes that did not arrive", () => recheckSubmitted(services)],
    ["disputes without an answer", () => remindOfDisputes(services)],
    ["drafts of payouts", () => draftBatch(services)],
    ["sessions", () => deleteExpiredSessions(db, clock())],
    ["downloads of personal data", () => removeOldExports(services)],
    ["erasures that are due", () => queueDueErasures(services)],
    ["ended retention", () => forgetOld(services)],
    ["courses that stand still", () => remindOfStoppedCourses(services)],
    ["new products for followers", () => queueNewProducts(services)],
    ["mails that wait", () => requeueMails(services)],
    ["mails handed over", () => deleteOldHandedOver(db)],
  ];
  await tryEach(steps, ([, run]) => run(), {
    onFailure: (error, [step]) => log.error({ err: error, step }, "a step of the sweep failed"),
  });
}

/** Crontab lines in UTC. A daily job that was missed runs at the next start (`fill`): it does a day's work once. */
export const jobTimes = [
  "23 * * * * sweep",
  "*/5 * * * * settle-events",
  "*/5 * * * * resume-conversions",
  "* * * * * check-streams",
  // Soon after midnight in São Paulo.
  "5 3 * * * anchor-ledger ?fill=20h",
  "11 5 * * * audit-ledger ?fill=20h",
  "41 6 * * * reconcile ?fill=20h",
  // Eight in the morning in São Paulo.
  "0 11 * * * post-attention-mails ?fill=20h",
] as const;

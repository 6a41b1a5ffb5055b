import {
  withUndoLink,
  writeChangeUndone,
  writeEmailChangeStopped,
  writeEmailChangeWaits,
  writeGoogleLinked,
  writeNewSignIn,
  writePasswordChanged,
} from "~/features/base/account-changes/account-mails.server";
import { writeRemovalLink, writeSecurityMail } from "~/features/base/factors/lost-second-factor.server";
import type { MailWriters } from "~/features/base/mail/mail-parts";
import { writeSupport } from "~/features/entrance/law/send-support.server";
import {
  writeDataReady,
  writeErasureBegun,
  writeErasureRevoked,
  writeErasureScheduled,
} from "~/features/entrance/privacy/privacy-mails.server";
import { writeFeeChanged } from "~/features/money/fees/change-fee.server";
import { writeReserveChanged } from "~/features/money/fees/change-releases.server";
import { writeDetailsCancelled, writeDetailsChanged } from "~/features/money/payees/details-changes.server";
import { writePayoutPrepared, writePayoutSettled } from "~/features/money/payouts/payout-mails.server";
import { writePayoutDraft } from "~/features/money/payouts/prepare-payouts.server";
import { writeAttention } from "~/features/office/dashboard/attention-mail.server";
import { writeDisputeDue } from "~/features/office/disputes/dispute-mail.server";
import { writeGiftMail, writeGuestMail } from "~/features/orders/gifts/guest-mail.server";
import {
  writeLeftWithoutPaying,
  writePaymentFailed,
  writePaymentReminder,
  writePaymentWaiting,
} from "~/features/orders/purchases/awaited-mails.server";
import { writeFreeAccess, writeReceipt } from "~/features/orders/purchases/receipt-mail.server";
import {
  writeRefundDone,
  writeRefundFailed,
  writeRefundKeyChanged,
  writeRefundKeyMail,
  writeRefundOnItsWay,
  writeWithdrawalFailed,
} from "~/features/orders/purchases/refund-mails.server";
import {
  writeAccessBack,
  writeAccessSuspended,
  writeFirstSale,
  writePurchaseUnreadable,
  writeSale,
  writeSalesOfDay,
} from "~/features/orders/purchases/sale-mails.server";
import {
  writeCertificateMail,
  writeCourseStopped,
} from "~/features/playback/certificates/course-mails.server";
import { writeAnnouncement } from "~/features/shop/announcements/send-announcement.server";
import { writeNewProducts } from "~/features/shop/announcements/tell-followers.server";
import { writePriceFell } from "~/features/shop/catalog/price-falls.server";
import {
  writeAnswerMail,
  writeAnswersOfDay,
  writeQuestionMail,
  writeQuestionsOfDay,
  writeReviewMail,
  writeVideoFailed,
  writeVideoReady,
} from "~/features/shop/reviews/question-mails.server";
import { writeLessonsAdded } from "~/features/studio/courses/added-lessons.server";
import type { Mailer } from "~/integrations/mail/mail";
import { throughOutage } from "~/platform/outage.server";
import type { Services } from "~/platform/services";
import { forgetHandedOver, noteHandedOver, type QueuedJob } from "./runner.queries.server";

const writers: MailWriters = {
  changeUndone: writeChangeUndone,
  emailChangeCancelled: writeEmailChangeStopped("cancelled"),
  emailChangeFailed: writeEmailChangeStopped("failed"),
  emailChangeWaits: writeEmailChangeWaits,
  googleLinked: writeGoogleLinked,
  emailChanged: writeSecurityMail("emailChanged"),
  passkeyAdded: writeSecurityMail("passkeyAdded"),
  passkeyRemoved: writeSecurityMail("passkeyRemoved"),
  recoveryCodeUsed: writeSecurityMail("recoveryCodeUsed"),
  secondFactorHelp: writeRemovalLink,
  secondFactorHelpAllowed: writeSecurityMail("secondFactorHelpAllowed"),
  secondFactorHelpProved: writeSecurityMail("secondFactorHelpProved"),
  secondFactorHelpRevoked: writeSecurityMail("secondFactorHelpRevoked"),
  secondFactorOff: writeSecurityMail("secondFactorOff"),
  secondFactorOn: writeSecurityMail("secondFactorOn"),
  receipt: writeReceipt,
  freeAccess: writeFreeAccess,
  gift: writeGiftMail,
  guest: writeGuestMail,
  payoutDetailsChanged: writeDetailsChanged,
  payoutDetailsCancelled: writeDetailsCancelled,
  feeChanged: writeFeeChanged,
  reserveChanged: writeReserveChanged,
  paymentWaiting: writePaymentWaiting,
  paymentReminder: writePaymentReminder,
  paymentFailed: writePaymentFailed,
  priceFell: writePriceFell,
  lessonsAdded: writeLessonsAdded,
  courseStopped: writeCourseStopped,
  certificate: writeCertificateMail,
  announcement: writeAnnouncement,
  news: writeAnnouncement,
  newProducts: writeNewProducts,
  leftWithoutPaying: writeLeftWithoutPaying,
  refundOnItsWay: writeRefundOnItsWay,
  refundDone: writeRefundDone,
  refundFailed: writeRefundFailed,
  refundKey: writeRefundKeyMail,
  refundKeyChanged: writeRefundKeyChanged,
  withdrawalFailed: writeWithdrawalFailed,
  accessSuspended: writeAccessSuspended,
  purchaseUnreadable: writePurchaseUnreadable,
  accessBack: writeAccessBack,
  firstSale: writeFirstSale,
  sale: writeSale,
  salesOfDay: writeSalesOfDay,
  payoutPrepared: writePayoutPrepared,
  payoutSettled: writePayoutSettled,
  videoReady: writeVideoReady,
  videoFailed: writeVideoFailed,
  review: writeReviewMail,
  question: writeQuestionMail,
  questionsOfDay: writeQuestionsOfDay,
  answer: writeAnswerMail,
  answersOfDay: writeAnswersOfDay,
  passwordChanged: writePasswordChanged,
  newSignIn: writeNewSignIn,
  attention: writeAttention,
  payoutDraft: writePayoutDraft,
  support: writeSupport,
  disputeDue: writeDisputeDue,
  dataReady: writeDataReady,
  erasureScheduled: writeErasureScheduled,
  erasureRevoked: writeErasureRevoked,
  erasureBegun: writeErasureBegun,
};

/** With the link that undoes the change that the facts name. */
export const mailWriters = Object.fromEntries(
  Object.entries(writers).map(([kind, write]) => [kind, withUndoLink(write)]),
) as MailWriters;

/**
 * Records a mail as handed over just before the mail server can accept it, so that an interrupted job is not run again
 * (`wasHandedOver`). If the mail server rejects it, or recording fails, the record is removed and the job retried.
 */
export function mailerOfJob(
  { db, log }: Pick<Services, "db" | "log">,
  mailer: Mailer,
  job: QueuedJob,
): Mailer {
  return {
    async send(mail) {
      try {
        await mailer.send(mail, { beforeHandOver: () => noteHandedOver(db, job) });
      } catch (error) {
        await throughOutage(() => forgetHandedOver(db, job)).catch((cause: unknown) =>
          log.error({ err: cause, job: job.id }, "a mail that failed stays noted as handed over"),
        );
        throw error;
      }
    },
  };
}

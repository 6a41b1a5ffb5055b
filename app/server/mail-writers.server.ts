import {
  withUndoLink,
  writeChangeUndone,
  writeEmailChangeStopped,
  writeEmailChangeWaits,
  writeGoogleLinked,
  writeNewSignIn,
  writePasswordChanged,
} from "~/features/accounts/account-changes/change-mails.server";
import { writeRemovalLink } from "~/features/accounts/second-factor/lost-second-factor.server";
import { writeSecurityMail } from "~/features/accounts/second-factor/security-mail.server";
import { writeFeeChanged } from "~/features/ledger/fees/change-fee.server";
import { writeReserveChanged } from "~/features/ledger/releases/change-reserve.server";
import type { MailWriters } from "~/features/mail/outbox/mail-writer";
import { writeAttention } from "~/features/office/dashboard/attention-mail.server";
import { writeDisputeDue } from "~/features/office/disputes/dispute-mail.server";
import { writeGiftMail, writeGuestMail } from "~/features/orders/gifts/guest-mail.server";
import {
  writeRefundKeyChanged,
  writeRefundKeyMail,
  writeWithdrawalFailed,
} from "~/features/orders/refunds/refund-key-mail.server";
import {
  writeLeftWithoutPaying,
  writePaymentFailed,
  writePaymentReminder,
  writePaymentWaiting,
} from "~/features/orders/sale-mails/awaited-mails.server";
import { writeFreeAccess, writeReceipt } from "~/features/orders/sale-mails/receipt-mail.server";
import {
  writeRefundDone,
  writeRefundFailed,
  writeRefundOnItsWay,
} from "~/features/orders/sale-mails/refund-mails.server";
import {
  writeAccessBack,
  writeAccessSuspended,
  writeFirstSale,
  writeSale,
  writeSalesOfDay,
} from "~/features/orders/sale-mails/sale-mails.server";
import { writePayoutPrepared, writePayoutSettled } from "~/features/payouts/batches/payout-mails.server";
import {
  writeDetailsCancelled,
  writeDetailsChanged,
} from "~/features/payouts/payout-account/restore-details.server";
import { writePayoutDraft } from "~/features/payouts/schedule/draft-batch.server";
import {
  writeDataReady,
  writeErasureBegun,
  writeErasureRevoked,
  writeErasureScheduled,
} from "~/features/privacy-and-law/privacy/privacy-mails.server";
import { writeSupport } from "~/features/privacy-and-law/support/send-support.server";
import {
  writeAnswerMail,
  writeAnswersOfDay,
  writeQuestionMail,
  writeQuestionsOfDay,
} from "~/features/shop/questions/question-mails.server";
import {
  writeReviewMail,
  writeVideoFailed,
  writeVideoReady,
} from "~/features/shop/reviews/video-mails.server";
import { writePriceFell } from "~/features/shop/saved/price-falls.server";
import { writeLessonsAdded } from "~/features/studio/courses/added-lessons.server";

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
  leftWithoutPaying: writeLeftWithoutPaying,
  refundOnItsWay: writeRefundOnItsWay,
  refundDone: writeRefundDone,
  refundFailed: writeRefundFailed,
  refundKey: writeRefundKeyMail,
  refundKeyChanged: writeRefundKeyChanged,
  withdrawalFailed: writeWithdrawalFailed,
  accessSuspended: writeAccessSuspended,
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

/** The writer of each kind of mail, with the link that undoes the change that its facts name. */
export const mailWriters = Object.fromEntries(
  Object.entries(writers).map(([kind, write]) => [kind, withUndoLink(write)]),
) as MailWriters;

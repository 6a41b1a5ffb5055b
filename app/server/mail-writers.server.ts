import {
  withUndoLink,
  writeChangeUndone,
  writeEmailChangeStopped,
  writeEmailChangeWaits,
  writeGoogleLinked,
  writeNewSignIn,
  writePasswordChanged,
} from "~/features/accounts/account-changes/change-mails.server";
import { writeRemovalLink } from "~/features/accounts/factors/lost-second-factor.server";
import { writeSecurityMail } from "~/features/accounts/factors/security-mail.server";
import type { MailWriters } from "~/features/base/mail/mail-parts";
import { writeSupport } from "~/features/entrance/law/send-support.server";
import {
  writeDataReady,
  writeErasureBegun,
  writeErasureRevoked,
  writeErasureScheduled,
} from "~/features/entrance/privacy/privacy-mails.server";
import { writeFeeChanged } from "~/features/money/fees/change-fee.server";
import { writeReserveChanged } from "~/features/money/fees/change-reserve.server";
import { writeDetailsCancelled, writeDetailsChanged } from "~/features/money/payees/restore-details.server";
import { writePayoutDraft } from "~/features/money/payouts/draft-batch.server";
import { writePayoutPrepared, writePayoutSettled } from "~/features/money/payouts/payout-mails.server";
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
  writeRefundKeyChanged,
  writeRefundKeyMail,
  writeWithdrawalFailed,
} from "~/features/orders/purchases/refund-key-mail.server";
import {
  writeRefundDone,
  writeRefundFailed,
  writeRefundOnItsWay,
} from "~/features/orders/purchases/refund-mails.server";
import {
  writeAccessBack,
  writeAccessSuspended,
  writeFirstSale,
  writeSale,
  writeSalesOfDay,
} from "~/features/orders/purchases/sale-mails.server";
import { writePriceFell } from "~/features/shop/catalog/price-falls.server";
import {
  writeAnswerMail,
  writeAnswersOfDay,
  writeQuestionMail,
  writeQuestionsOfDay,
} from "~/features/shop/reviews/question-mails.server";
import {
  writeReviewMail,
  writeVideoFailed,
  writeVideoReady,
} from "~/features/shop/reviews/video-mails.server";
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

import {
  writeChangeUndone,
  writeEmailChangeStopped,
  writeEmailChangeWaits,
  writeGoogleLinked,
} from "~/features/accounts/account-changes/change-mails.server";
import {
  writeNewSignIn,
  writePasswordChanged,
} from "~/features/accounts/account-changes/security-mails.server";
import { withUndoLink } from "~/features/accounts/account-changes/undo-link.server";
import { writeRemovalLink } from "~/features/accounts/second-factor/lost-second-factor.server";
import { writeSecurityMail } from "~/features/accounts/second-factor/security-mail.server";
import { writeFeeChanged } from "~/features/ledger/fees/fee-mail.server";
import { writeReserveChanged } from "~/features/ledger/releases/reserve-mail.server";
import type { MailWriters } from "~/features/mail/outbox/mail-writer";
import { writeAttention } from "~/features/office/dashboard/attention-mail.server";
import { writeDisputeDue } from "~/features/office/disputes/dispute-mail.server";
import { writeGiftMail } from "~/features/orders/gifts/gift-mail.server";
import { writeGuestMail } from "~/features/orders/gifts/guest-mail.server";
import { writeRefundKeyChanged, writeRefundKeyMail } from "~/features/orders/refunds/refund-key-mail.server";
import { writeWithdrawalFailed } from "~/features/orders/refunds/withdrawal-mail.server";
import {
  writeLeftWithoutPaying,
  writePaymentFailed,
  writePaymentReminder,
  writePaymentWaiting,
} from "~/features/orders/sale-mails/awaited-mails.server";
import { writeAccessBack, writeAccessSuspended } from "~/features/orders/sale-mails/dispute-mails.server";
import { writeFreeAccess } from "~/features/orders/sale-mails/free-access-mail.server";
import { writeReceipt } from "~/features/orders/sale-mails/receipt-mail.server";
import {
  writeRefundDone,
  writeRefundFailed,
  writeRefundOnItsWay,
} from "~/features/orders/sale-mails/refund-mails.server";
import { writeFirstSale, writeSale, writeSalesOfDay } from "~/features/orders/sale-mails/sale-mails.server";
import { writePayoutPrepared, writePayoutSettled } from "~/features/payouts/batches/payout-mails.server";
import {
  writeDetailsCancelled,
  writeDetailsChanged,
} from "~/features/payouts/payout-account/details-mails.server";
import { writePayoutDraft } from "~/features/payouts/schedule/draft-batch.server";
import {
  writeDataReady,
  writeErasureBegun,
  writeErasureRevoked,
  writeErasureScheduled,
} from "~/features/privacy-and-law/privacy/privacy-mails.server";
import { writeSupport } from "~/features/privacy-and-law/support/support-mail.server";
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

import {
  writeChangeUndone,
  writeEmailChangeStopped,
  writeEmailChangeWaits,
  writeGoogleLinked,
} from "~/features/account-changes/change-mails.server";
import { withUndoLink } from "~/features/account-changes/undo-link.server";
import { writeNewSignIn, writePasswordChanged } from "~/features/account-mails/security-mails.server";
import { writeAttention } from "~/features/admin/attention-mail.server";
import { writePayoutPrepared, writePayoutSettled } from "~/features/creator-mails/payout-mails.server";
import { writeFirstSale, writeSale, writeSalesOfDay } from "~/features/creator-mails/sale-mails.server";
import {
  writeReviewMail,
  writeVideoFailed,
  writeVideoReady,
} from "~/features/creator-mails/video-mails.server";
import type { MailWriters } from "~/features/mails/mail-writer";
import { writeDetailsCancelled, writeDetailsChanged } from "~/features/payout-details/details-mails.server";
import {
  writeDataReady,
  writeErasureBegun,
  writeErasureRevoked,
  writeErasureScheduled,
} from "~/features/privacy/privacy-mails.server";
import {
  writeLeftWithoutPaying,
  writePaymentFailed,
  writePaymentReminder,
  writePaymentWaiting,
} from "~/features/purchase-mails/awaited-mails.server";
import { writeAccessBack, writeAccessSuspended } from "~/features/purchase-mails/dispute-mails.server";
import { writeReceipt } from "~/features/purchase-mails/receipt-mail.server";
import {
  writeRefundDone,
  writeRefundFailed,
  writeRefundOnItsWay,
} from "~/features/purchase-mails/refund-mails.server";
import { writeRefundKeyChanged, writeRefundKeyMail } from "~/features/refunds/refund-key-mail.server";
import { writeWithdrawalFailed } from "~/features/refunds/withdrawal-mail.server";
import { writeRemovalLink } from "~/features/second-factor/lost-second-factor.server";
import { writeSecurityMail } from "~/features/second-factor/security-mail.server";

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
  payoutDetailsChanged: writeDetailsChanged,
  payoutDetailsCancelled: writeDetailsCancelled,
  paymentWaiting: writePaymentWaiting,
  paymentReminder: writePaymentReminder,
  paymentFailed: writePaymentFailed,
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
  passwordChanged: writePasswordChanged,
  newSignIn: writeNewSignIn,
  attention: writeAttention,
  dataReady: writeDataReady,
  erasureScheduled: writeErasureScheduled,
  erasureRevoked: writeErasureRevoked,
  erasureBegun: writeErasureBegun,
};

/** The writer of each kind of mail, with the link that undoes the change that its facts name. */
export const mailWriters = Object.fromEntries(
  Object.entries(writers).map(([kind, write]) => [kind, withUndoLink(write)]),
) as MailWriters;

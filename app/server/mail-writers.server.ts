import type { MailWriters } from "~/features/mails/mail-writer";
import { writeDetailsCancelled, writeDetailsChanged } from "~/features/payout-details/details-mails.server";
import { writeReceipt } from "~/features/purchase-mails/receipt-mail.server";

/** The writer of each kind of mail. */
export const mailWriters: MailWriters = {
  receipt: writeReceipt,
  payoutDetailsChanged: writeDetailsChanged,
  payoutDetailsCancelled: writeDetailsCancelled,
};

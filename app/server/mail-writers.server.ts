import type { MailWriters } from "~/features/mails/mail-writer";
import { writeReceipt } from "~/features/purchase-mails/receipt-mail.server";

/** The writer of each kind of mail. */
export const mailWriters: MailWriters = {
  receipt: writeReceipt,
};

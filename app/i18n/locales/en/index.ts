import type { Catalogue } from "../../message-key";
import { accountMails } from "./account-mails";
import { buyerMails } from "./buyer-mails";
import { creatorMails } from "./creator-mails";
import { everywhere } from "./everywhere";
import { law } from "./law";
import { mailChoices } from "./mail-choices";
import { mails } from "./mails";
import { payoutMails } from "./payout-mails";
import { pix } from "./pix";
import { privacy } from "./privacy";
import { privacyMails } from "./privacy-mails";
import { purchases } from "./purchases";
import { receipt } from "./receipt";
import { security } from "./security";
import { securityMails } from "./security-mails";
import { shop } from "./shop";
import { studio } from "./studio";

/** The English texts. */
export const en = {
  ...everywhere,
  ...shop,
  ...studio,
  accountMails,
  buyerMails,
  creatorMails,
  law,
  mailChoices,
  mails,
  payoutMails,
  pix,
  privacy,
  privacyMails,
  purchases,
  receipt,
  security,
  securityMails,
} satisfies Catalogue;

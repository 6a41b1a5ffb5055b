import type { Catalogue } from "../../message-key";
import { accountMails } from "./account-mails";
import { adjust } from "./adjust";
import { audit } from "./audit";
import { buyerMails } from "./buyer-mails";
import { creatorMails } from "./creator-mails";
import { everywhere } from "./everywhere";
import { law } from "./law";
import { mailChoices } from "./mail-choices";
import { mails } from "./mails";
import { moderation } from "./moderation";
import { office } from "./office";
import { payoutMails } from "./payout-mails";
import { payouts } from "./payouts";
import { people } from "./people";
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
  adjust,
  audit,
  buyerMails,
  creatorMails,
  law,
  mailChoices,
  mails,
  office,
  payoutMails,
  payouts,
  people,
  pix,
  privacy,
  privacyMails,
  purchases,
  receipt,
  moderation,
  security,
  securityMails,
} satisfies Catalogue;

import { accountPage } from "./account-page";
import { adjust } from "./adjust";
import { bankStatement } from "./administration/bank-statement";
import { disputes } from "./administration/disputes";
import { paying } from "./administration/paying";
import { approvals } from "./approvals";
import { audit } from "./audit";
import { busy } from "./errors";
import { everywhere } from "./everywhere";
import { landing } from "./landing";
import { law } from "./law";
import { mailChoices } from "./mail-choices";
import { accountMails } from "./mails/account-mails";
import { buyerMails } from "./mails/buyer-mails";
import { creatorMails } from "./mails/creator-mails";
import { mails } from "./mails/mails";
import { payoutMails } from "./mails/payout-mails";
import { privacyMails } from "./mails/privacy-mails";
import { securityMails } from "./mails/security-mails";
import { undoMails } from "./mails/undo-mails";
import { moderation } from "./moderation";
import { office } from "./office";
import { ownPage } from "./own-page";
import { payouts } from "./payouts";
import { people } from "./people";
import { pix } from "./pix";
import { privacy } from "./privacy";
import { purchases } from "./purchases";
import { receipt } from "./receipt";
import { security } from "./security";
import { shop } from "./shop";
import { studio } from "./studio";
import { undo } from "./undo";
import { player } from "./watching/player";

/** The Portuguese texts: the source that the other catalogues follow. */
export const pt = {
  ...everywhere,
  ...shop,
  ...studio,
  accountMails,
  accountPage,
  adjust,
  approvals,
  audit,
  bankStatement,
  busy,
  buyerMails,
  creatorMails,
  creators: { ...shop.creators, ...ownPage },
  landing,
  law,
  mailChoices,
  mails,
  office,
  disputes,
  paying,
  payoutMails,
  payouts,
  people,
  pix,
  player,
  privacy,
  privacyMails,
  purchases,
  receipt,
  moderation,
  security,
  securityMails,
  undo,
  undoMails,
};

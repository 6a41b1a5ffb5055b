import type { Catalogue } from "../../message-key";
import { accountPage } from "./entrance/account-page";
import { entrance } from "./entrance/entrance";
import { undo } from "./entrance/undo";
import { busy } from "./errors";
import { everywhere } from "./everywhere";
import { giftPage } from "./giving/gift-page";
import { gifts } from "./giving/gifts";
import { guests } from "./giving/guests";
import { landing } from "./landing";
import { law } from "./law";
import { mailChoices } from "./mail-choices";
import { accountMails } from "./mails/account-mails";
import { buyerMails } from "./mails/buyer-mails";
import { creatorMails } from "./mails/creator-mails";
import { giftMails } from "./mails/gift-mails";
import { mails } from "./mails/mails";
import { payoutMails } from "./mails/payout-mails";
import { privacyMails } from "./mails/privacy-mails";
import { questionMails } from "./mails/question-mails";
import { securityMails } from "./mails/security-mails";
import { undoMails } from "./mails/undo-mails";
import { ownPage } from "./own-page";
import { pix } from "./pix";
import { privacy } from "./privacy";
import { purchases } from "./purchases";
import { receipt } from "./receipt";
import { reviewSort } from "./reviews";
import { couponRefusals, filesToDownload, holdings, priceRise } from "./sales-page";
import { security } from "./security";
import { coupons } from "./selling/coupons";
import { coursePage } from "./selling/course-page";
import { creatorPayouts } from "./selling/creator-payouts";
import { shop } from "./shop";
import { studio } from "./studio";
import { support } from "./support";
import { certificate } from "./watching/certificate";
import { learnerHome } from "./watching/learner-home";
import { library } from "./watching/library";
import { player } from "./watching/player";
import { questions } from "./watching/questions";
import { saved } from "./watching/saved";

export const en = {
  ...everywhere,
  ...shop,
  ...studio,
  accountMails,
  accountPage,
  accounts: { ...everywhere.accounts, ...entrance.accounts },
  admin: { ...everywhere.admin, ...entrance.admin },
  busy,
  couponRefusals,
  coupons,
  certificate,
  coursePage,
  buyerMails,
  creatorMails,
  giftMails,
  giftPage,
  gifts,
  guests,
  creators: { ...shop.creators, ...ownPage },
  filesToDownload,
  landing,
  law,
  learnerHome,
  library,
  mailChoices,
  mails,
  payoutMails,
  payouts: creatorPayouts,
  pix,
  player,
  privacy,
  privacyMails,
  holdings,
  priceRise,
  purchases,
  questionMails,
  questions,
  receipt,
  reviewSort,
  saved,
  security,
  securityMails,
  support,
  undo,
  undoMails,
} satisfies Catalogue;

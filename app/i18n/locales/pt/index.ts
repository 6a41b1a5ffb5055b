import { certificate, gifts, library, purchases, saved } from "~/i18n/locales/pt/learning";
import {
  accountMails,
  buyerMails,
  creatorMails,
  giftMails,
  mails,
  payoutMails,
  privacyMails,
  questionMails,
  securityMails,
  undoMails,
} from "~/i18n/locales/pt/mails";
import { accountPage, privacy, security, undo } from "./account";
import {
  adjust,
  approvals,
  audit,
  bankStatement,
  disputes,
  fees,
  mailNames,
  moderation,
  office,
  paying,
  payoutDesk,
  people,
  releases,
} from "./administration";
import { announcements } from "./announcements";
import { coursePage } from "./course-page";
import { ownPage, studio } from "./creator";
import * as entrance from "./entrance";
import { everywhere } from "./everywhere";
import { landing } from "./landing";
import { learnerHome } from "./learner-home";
import { pix } from "./pix";
import { notes, player } from "./player";
import { questions } from "./questions";
import { coupons, creatorPayouts } from "./selling";
import {
  busy,
  couponRefusals,
  downloads,
  filesToDownload,
  giftPage,
  holdings,
  keptForm,
  law,
  mailChoices,
  priceRise,
  receipt,
  reviewSort,
} from "./server-pages";
import { shop } from "./shop";

/** The Portuguese texts: the source that the other catalogues follow. */
export const pt = {
  keptForm,
  ...everywhere,
  ...shop,
  ...studio,
  accountMails,
  announcements,
  accountPage,
  accounts: { ...everywhere.accounts, ...entrance.accounts },
  admin: { ...everywhere.admin, ...entrance.admin },
  adjust,
  approvals,
  audit,
  bankStatement,
  busy,
  couponRefusals,
  coupons,
  certificate,
  coursePage,
  buyerMails,
  creatorMails,
  fees,
  releases,
  giftMails,
  giftPage,
  gifts,
  creators: { ...shop.creators, ...ownPage },
  downloads,
  filesToDownload,
  landing,
  law,
  learnerHome,
  library,
  mailChoices,
  mailNames,
  mails,
  notes,
  office,
  disputes,
  paying,
  payoutMails,
  payouts: { ...payoutDesk, ...creatorPayouts },
  people,
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
  moderation,
  security,
  securityMails,
  support: entrance.support,
  undo,
  undoMails,
};

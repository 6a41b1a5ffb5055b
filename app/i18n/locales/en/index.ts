import { certificate, gifts, library, purchases, saved } from "~/i18n/locales/en/learning";
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
} from "~/i18n/locales/en/mails";
import type { Catalogue } from "../../message-key";
import { accountPage, privacy, security, undo } from "./account";
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

export const en = {
  keptForm,
  ...everywhere,
  ...shop,
  ...studio,
  accountMails,
  announcements,
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
  creators: { ...shop.creators, ...ownPage },
  downloads,
  filesToDownload,
  landing,
  law,
  learnerHome,
  library,
  mailChoices,
  mails,
  notes,
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
  support: entrance.support,
  undo,
  undoMails,
} satisfies Catalogue;

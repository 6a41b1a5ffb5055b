import { expect, test } from "vitest";
import type { AuditAction } from "~/features/base/audit/audit-actions";
import {
  type ProvedAction,
  type ProvedFile,
  proofsOfActions,
} from "~/features/base/factors/proofs-of-actions";
import type { SecurityEvent } from "~/platform/security-events";
import { listSources, readText } from "./sources";

type Asks = ProvedAction | ProvedFile;
type AsksNone = { because: string };

const toSignIn: AsksNone = { because: "part of a way in, which has its own secrets and limits" };
const noChange: AsksNone = { because: "changes nothing that is kept" };
const safer: AsksNone = { because: "takes a risk away" };
const byLink: AsksNone = { because: "the secret link of a mail is the proof" };
const moderation: AsksNone = { because: "reversible, recorded, and neither money nor a way in" };

/**
 * Which proof stands before whatever the audit log and the security log record: a new kind of event needs a decision.
 */
const provedBy: Record<AuditAction | SecurityEvent, Asks | AsksNone> = {
  adminGranted: "changeAccount",
  grantRequested: "changeAccount",
  grantDeclined: "decideRequest",
  adminRemoved: "changeAccount",
  secondFactorHelpAllowed: "changeAccount",
  sessionsEnded: "changeAccount",
  accountSuspended: "changeAccount",
  accountRestored: "changeAccount",
  videoSuspended: "suspendVideo",
  videoRestored: "suspendVideo",
  handleChanged: "changeHandle",
  payoutDetailsChanged: "changePayoutDetails",
  payoutDetailsCancelled: "cancelPayoutDetails",
  saleRefunded: "refundSale",
  refundEndedByHand: "settleRefundByHand",
  refundReturned: "returnRefund",
  saleRebuilt: "rebuildSale",
  disputeSubmitted: "answerDispute",
  disputeAccepted: "answerDispute",
  disputeFileOpened: "openDisputeFile",
  payoutPaid: "settlePayout",
  payoutFailed: "settlePayout",
  payoutReturned: "settlePayout",
  balanceCredited: "adjustBalance",
  balanceDebited: "adjustBalance",
  debtWrittenOff: "adjustBalance",
  repaymentRecorded: "adjustBalance",
  creatorFeeChanged: "changeFee",
  creatorFeeRequested: "changeFee",
  creatorFeeDeclined: "decideRequest",
  smallestPayoutChanged: "changeMinimumPayout",
  smallestPayoutRequested: "changeMinimumPayout",
  smallestPayoutDeclined: "decideRequest",
  releaseRuleChanged: "changeReleaseRule",
  releaseRuleRequested: "changeReleaseRule",
  releaseRuleDeclined: "decideRequest",
  reserveChanged: "changeReserve",
  reserveRequested: "changeReserve",
  reserveDeclined: "decideRequest",
  platformCouponSaved: "changePlatformCoupon",
  platformCouponEnded: safer,
  platformCouponRequested: "changePlatformCoupon",
  platformCouponDeclined: "decideRequest",
  adjustmentRequested: "adjustBalance",
  adjustmentDeclined: "decideRequest",
  peopleExported: "exportLists",
  salesExported: "exportLists",
  payoutsExported: "exportLists",
  auditExported: "exportLists",
  payFileExported: "exportPayments",
  statementExported: "exportStatement",
  yearExported: "exportYear",
  commissionExported: "exportCommission",
  ledgerExported: "exportLedger",
  monthExported: "exportMonth",
  sessionEnded: "endSessions",
  otherSessionsEnded: "endSessions",
  secondFactorOn: "changeSecondFactor",
  secondFactorOff: "changeSecondFactor",
  passkeyAdded: "addPasskey",
  passkeyRemoved: "changePasskeys",
  emailChangeAsked: "changeProfile",
  emailChangeWaits: "changeProfile",
  emailChanged: "changeProfile",
  dataRequested: "exportOrEraseOwnData",
  dataDownloaded: "downloadOwnData",
  erasureRequested: "exportOrEraseOwnData",

  passwordChanged: { because: "the form asks for the current password itself" },
  passwordChangeFailed: noChange,
  payoutDetailsOpened: { because: "shows one creator's details at a time, and records each" },
  invoicesImported: { because: "moves nothing: it names invoices that were issued elsewhere" },
  payoutScheduleChanged: { because: "moves nothing: it decides when administrators are asked" },
  payoutsPrepared: { because: "moves nothing: each payout of the batch is confirmed with a proof" },
  eventReplayed: { because: "repeats what the provider said, once" },
  reconciliationRun: { because: "repairs from the provider's own statements alone" },
  receiptSentAgain: { because: "goes to the buyer's own address" },
  firstAdminMade: toSignIn,
  signedIn: toSignIn,
  signInFailed: noChange,
  tooManyTries: noChange,
  signedOut: safer,
  secondStepBegun: toSignIn,
  secondFactorFailed: noChange,
  recoveryCodeUsed: toSignIn,
  proofRenewed: noChange,
  proofFailed: noChange,
  recoveryAsked: noChange,
  emailConfirmed: byLink,
  passwordReset: byLink,
  resetRefused: noChange,
  changeUndone: byLink,
  recentFactorsRemoved: safer,
  emailChangeCancelled: safer,
  erasureRevoked: safer,
  secondFactorHelpAsked: noChange,
  secondFactorHelpProved: byLink,
  secondFactorHelpRevoked: safer,
  adminDenied: noChange,
  accessRefused: noChange,
  reviewEdited: moderation,
  reviewDeleted: moderation,
  reviewReplied: moderation,
  reviewReported: moderation,
  reviewHidden: moderation,
  reviewShown: moderation,
  reviewKept: moderation,
  questionReported: moderation,
  questionHidden: moderation,
  questionShown: moderation,
  questionKept: moderation,
  announcementSent: { because: "limited, moderated, and neither money nor a way in" },
  announcementReported: moderation,
  announcementHidden: moderation,
  announcementShown: moderation,
  announcementKept: moderation,
};

/** Routes whose actions need no proof of the table. */
const unproved = [
  "account/certificate",
  "account/give",
  "account/given-gift",
  "account/mails",
  "account/payment",
  "account/proof",
  "account/terms",
  "admin/admins",
  "admin/invoices",
  "admin/moderation",
  "admin/payouts",
  "admin/prepare-payouts",
  "creator/announcements",
  "creator/attachments",
  "creator/captions",
  "creator/coupons",
  "creator/course",
  "creator/courses",
  "creator/dashboard",
  // What is typed before it is published: nobody else sees it.
  "creator/edit-video",
  "creator/guests",
  "creator/unpublished",
  "creator/upload",
  "creator/upload-end",
  "creator/uploads",
];

const routes = new Map(
  listSources("app/routes").map((path) => [path.replace(/^app\/routes\/|\.tsx?$/g, ""), readText(path)]),
);
const asked = (text: string) =>
  [
    ...text.matchAll(/(?:requireProof\(context, request, \{ action|requireFreshProof\([^;]*?file): "?(\w+)/g),
  ].map(([, name]) => name);

test("each proof in the table is required by its route, and by no other", () => {
  const found = [...routes].flatMap(([route, text]) => asked(text).map((name) => `${name} in ${route}`));
  // The action of the page of passkeys asks by a name that depends on the form.
  const expected = Object.entries(proofsOfActions).map(([name, { route }]) => `${name} in ${route}`);
  const passkeys = expected.filter((line) => line.endsWith("account/passkeys"));
  expect(found.filter((line) => !line.endsWith("account/passkeys")).sort()).toEqual(
    expected.filter((line) => !passkeys.includes(line)).sort(),
  );
  expect(routes.get("account/passkeys")).toMatch(/adds \? "addPasskey" : "changePasskeys"/);
  expect(routes.get("account/passkeys")).toMatch(
    /requireProof\(context, request, \{ action: proofAction, fields \}\)/,
  );
});

test("each action of the signed-in areas is in the table, or in the list of actions without a proof", () => {
  const proved: string[] = Object.values(proofsOfActions).map(({ route }) => route);
  const acting = [...routes].filter(
    ([route, text]) =>
      /^(account|creator|admin)\//.test(route) && /export (async function|const) action\b/.test(text),
  );
  const neither = acting.map(([route]) => route).filter((route) => !proved.includes(route));
  expect(neither.sort()).toEqual(unproved);
});

test("each proof in the table precedes something recorded, apart from those named here", () => {
  const recorded = new Set<string>(Object.values(provedBy).filter((one) => typeof one === "string"));
  const unrecorded = Object.keys(proofsOfActions).filter((name) => !recorded.has(name));
  expect(unrecorded.sort()).toEqual([
    "confirmStatement",
    "deleteVideo",
    "giveRefundKey",
    "settleNextPayout",
    "withdrawByPix",
  ]);
});

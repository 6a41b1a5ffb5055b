import type { AppLoadContext } from "@remix-run/node";

/** OWASP ASVS 5.0, 16.3. A line never has a password, a token or an e-mail. */
const levels = {
  signedIn: "info",
  signInFailed: "warn",
  tooManyTries: "warn",
  signedOut: "info",
  secondStepBegun: "info",
  otherSessionsEnded: "info",
  passwordChanged: "info",
  passwordChangeFailed: "warn",
  proofRenewed: "info",
  proofFailed: "warn",
  recoveryAsked: "info",
  emailConfirmed: "info",
  emailChangeAsked: "info",
  emailChanged: "warn",
  emailChangeWaits: "warn",
  emailChangeCancelled: "info",
  changeUndone: "warn",
  recentFactorsRemoved: "warn",
  sessionEnded: "info",
  sessionsEnded: "warn",
  secondFactorOn: "info",
  secondFactorOff: "warn",
  secondFactorFailed: "warn",
  recoveryCodeUsed: "warn",
  passkeyAdded: "info",
  passkeyRemoved: "warn",
  secondFactorHelpAsked: "warn",
  secondFactorHelpProved: "warn",
  secondFactorHelpAllowed: "warn",
  secondFactorHelpRevoked: "info",
  passwordReset: "info",
  resetRefused: "warn",
  firstAdminMade: "info",
  adminDenied: "warn",
  accessRefused: "warn",
  dataRequested: "info",
  dataDownloaded: "info",
  erasureRequested: "warn",
  erasureRevoked: "info",
  peopleExported: "info",
  salesExported: "info",
  payoutsExported: "info",
  payFileExported: "info",
  statementExported: "info",
  yearExported: "info",
  disputeFileOpened: "info",
  commissionExported: "info",
  ledgerExported: "info",
  monthExported: "info",
  auditExported: "info",
  adminGranted: "warn",
  adminRemoved: "warn",
  accountSuspended: "warn",
  accountRestored: "info",
  videoSuspended: "info",
  videoRestored: "info",
  reviewHidden: "info",
  reviewShown: "info",
  questionHidden: "info",
  questionShown: "info",
  announcementHidden: "info",
  announcementShown: "info",
} as const satisfies Record<string, "info" | "warn">;

export type SecurityEvent = keyof typeof levels;

/** `account`: a pseudonym, when nobody is signed in. */
export function noteSecurity(
  context: Pick<AppLoadContext, "log" | "clientAddress">,
  event: SecurityEvent,
  facts: {
    userId?: string;
    account?: string;
    reason?: string;
    by?: string;
    videoId?: string;
    reviewId?: string;
    questionId?: string;
    announcementId?: string;
  } = {},
): void {
  context.log[levels[event]]({ security: event, address: context.clientAddress, ...facts }, event);
}

export function noteAdmission(
  context: Pick<AppLoadContext, "log" | "clientAddress">,
  admitted: "first" | "admin" | "denied",
  userId: string,
): void {
  if (admitted === "first") noteSecurity(context, "firstAdminMade", { userId });
  if (admitted === "denied") noteSecurity(context, "adminDenied", { userId });
}

import type { AppLoadContext } from "@remix-run/node";

/**
 * Logs authentication, refusals and credential changes (OWASP ASVS 5.0, 16.3). A line has the event, the time, the
 * request (id, method, path) and the client's address; never a password, a token or an e-mail.
 */
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

/** Logs an event. `account`: a pseudonym of the account concerned, when nobody is signed in. */
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

/** Logs that a sign-in at the admin login created the first administrator, or was refused. */
export function noteAdmission(
  context: Pick<AppLoadContext, "log" | "clientAddress">,
  admitted: "first" | "admin" | "denied",
  userId: string,
): void {
  if (admitted === "first") noteSecurity(context, "firstAdminMade", { userId });
  if (admitted === "denied") noteSecurity(context, "adminDenied", { userId });
}

import type { AppLoadContext } from "@remix-run/node";

/**
 * What is logged of who came in, was refused, or changed how they come in (OWASP ASVS 5.0, 16.3). Beside the event a
 * line has the time, the request (id, method, path) and the client's address; never a password, a token or an e-mail.
 */
const levels = {
  signedIn: "info",
  signInFailed: "warn",
  tooManyTries: "warn",
  signedOut: "info",
  otherSessionsEnded: "info",
  passwordChanged: "info",
  passwordChangeFailed: "warn",
  recoveryAsked: "info",
  emailConfirmed: "info",
  passwordReset: "info",
  resetRefused: "warn",
  firstAdminMade: "info",
  adminDenied: "warn",
  accessRefused: "warn",
  peopleExported: "info",
  salesExported: "info",
  payoutsExported: "info",
  payFileExported: "info",
  statementExported: "info",
  auditExported: "info",
  adminGranted: "warn",
  adminRemoved: "warn",
  accountSuspended: "warn",
  accountRestored: "info",
  videoSuspended: "info",
  videoRestored: "info",
} as const satisfies Record<string, "info" | "warn">;

export type SecurityEvent = keyof typeof levels;

/** Logs an event. `account` marks which account it was about where nobody is known to be behind it. */
export function noteSecurity(
  context: Pick<AppLoadContext, "log" | "clientAddress">,
  event: SecurityEvent,
  facts: { userId?: string; account?: string; reason?: string; by?: string; videoId?: string } = {},
): void {
  context.log[levels[event]]({ security: event, address: context.clientAddress, ...facts }, event);
}

/** Logs that somebody at the admin's entrance became the first administrator, or was sent away. */
export function noteAdmission(
  context: Pick<AppLoadContext, "log" | "clientAddress">,
  admitted: "first" | "admin" | "denied",
  userId: string,
): void {
  if (admitted === "first") noteSecurity(context, "firstAdminMade", { userId });
  if (admitted === "denied") noteSecurity(context, "adminDenied", { userId });
}

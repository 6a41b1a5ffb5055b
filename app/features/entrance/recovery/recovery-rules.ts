import { dayMs, minuteMs } from "~/i18n/days";
import { parseRedirectTarget } from "~/platform/redirect-target";

export type RecoveryArea = "learner" | "creator" | "admin";

/** Paths: product.md, Password recovery. */
export function recoveryAreaOf({ pathname, search }: { pathname: string; search: string }): RecoveryArea {
  if (pathname.startsWith("/admin/")) return "admin";
  return new URLSearchParams(search).get("as") === "creator" ? "creator" : "learner";
}

export function recoveryAreaOfViewer(viewer: { isAdmin: boolean; isCreator: boolean } | null): RecoveryArea {
  if (viewer?.isAdmin) return "admin";
  return viewer?.isCreator ? "creator" : "learner";
}

export const recoveryPaths = {
  learner: {
    login: "/consumer-login",
    forgot: "/forgot-password",
    sent: "/forgot-password?sent=1",
    reset: "/reset-password",
  },
  creator: {
    login: "/creator-login",
    forgot: "/forgot-password?as=creator",
    sent: "/forgot-password?as=creator&sent=1",
    reset: "/reset-password?as=creator",
  },
  admin: {
    login: "/admin-login",
    forgot: "/admin/forgot-password",
    sent: "/admin/forgot-password?sent=1",
    reset: "/admin/reset-password",
  },
} as const satisfies Record<RecoveryArea, Record<"login" | "forgot" | "sent" | "reset", string>>;

/** Returns the query's `redirectTo`; undefined if missing or not our own path. */
export function returnPathOf(search: string): string | undefined {
  return parseRedirectTarget(new URLSearchParams(search).get("redirectTo"), "") || undefined;
}

export function withReturnPath(path: string, returnPath: string | undefined): string {
  if (!returnPath) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ redirectTo: returnPath })}`;
}

export const recoveryMinutes = 30;

export function recoveryLinkExpiry(now: Date): Date {
  return new Date(now.getTime() + recoveryMinutes * minuteMs);
}

const recentPasskeyDays = 30;

/** Shorter: somebody who reads the mailbox must not get rid of an older factor (docs/decisions/0076). */
const recentSecondFactorDays = 7;

/** Returns since when factors count as recent. */
export function recentSince(now: Date): { passkey: Date; secondFactor: Date } {
  return {
    passkey: new Date(now.getTime() - recentPasskeyDays * dayMs),
    secondFactor: new Date(now.getTime() - recentSecondFactorDays * dayMs),
  };
}

/** Name of the form field that keeps a factor. */
export const keepField = (key: string) => `keep ${key}`;

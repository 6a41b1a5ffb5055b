import { createHash } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { loginForm } from "~/features/base/accounts/account-forms";
import { loginPaths } from "~/features/base/accounts/google-entrance";
import { withoutLanguage } from "~/i18n/page-language";
import { parseFields, problemWith, readForm, refuse, refuseTooMany } from "~/platform/forms/forms.server";
import { noteSecurity } from "~/platform/security-events";
import { checkPassword } from "./sign-in.server";

/** The log relates attempts on one account by this pseudonym. */
export function accountPseudonym(email: string): string {
  return createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 16);
}

/** Returns the account for `startPasswordSession`, or the response: 400 with messages, or 429 with Retry-After. */
export async function logIn(request: Request, context: AppLoadContext, read?: Record<string, string>) {
  const fields = read ?? (await readForm(request));
  const withoutCookies = refuseWithoutCookies(request, context, fields);
  if (withoutCookies) return { ok: false, answer: withoutCookies } as const;
  const form = parseFields(loginForm, fields);
  if (!form.ok) return { ok: false, answer: refuse(form.problem) } as const;
  const { services, clientAddress } = context;
  const device = await services.deviceCookie.read(request);
  const check = await checkPassword(services, form.value, { clientAddress, device });
  // Otherwise `startPasswordSession` waits for it.
  if (!check.ok || check.hasSecondFactor) await check.restored;
  if (check.ok) return { ...check, fields };
  if (check.error === "tooMany") {
    return { ok: false, answer: refuseTooMany(context, fields, check.retryAfterSeconds) } as const;
  }
  if (check.error === "suspended") {
    const account = accountPseudonym(form.value.email);
    noteSecurity(context, "signInFailed", { account, reason: "suspended" });
    const problem = problemWith(fields, { form: "accounts.suspended" });
    return { ok: false, answer: refuse(problem, { status: 403 }) } as const;
  }
  return { ok: false, answer: refuseLogIn(context, { email: form.value.email, fields }) } as const;
}

export function refuseLogIn(
  context: AppLoadContext,
  { email, fields }: { email: string; fields: Record<string, string> },
) {
  noteSecurity(context, "signInFailed", { account: accountPseudonym(email) });
  return refuse(problemWith(fields, { form: "accounts.loginFailed" }));
}

const name = "sabia-check";

const pages: readonly string[] = [...Object.values(loginPaths), "/creator-register"];

/** Sets a cookie that the forms of login and registration pages send back. */
export function setCheckCookie(request: Request, context: AppLoadContext): void {
  if (request.headers.has("Cookie")) return;
  const secure = context.services.env.APP_URL.startsWith("https:");
  context.addCookie(
    `${secure ? "__Host-" : ""}${name}=1; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`,
  );
}

/** Refuses a form without the page's cookie: without cookies, a login would lead back to its form without a message. */
export function refuseWithoutCookies(
  request: Request,
  context: AppLoadContext,
  fields: Record<string, string>,
) {
  const referer = request.headers.get("Referer");
  if (request.headers.has("Cookie") || !referer || !URL.canParse(referer)) return undefined;
  const path = withoutLanguage(new URL(referer).pathname);
  if (!pages.includes(path)) return undefined;
  setCheckCookie(request, context);
  return refuse(problemWith(fields, { form: "accounts.cookiesNeeded" }));
}

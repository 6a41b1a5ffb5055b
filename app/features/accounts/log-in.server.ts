import type { AppLoadContext } from "@remix-run/node";
import { refuse, refuseTooMany } from "~/platform/action-result.server";
import { parseFields, problemWith, readForm } from "~/platform/forms.server";
import { noteSecurity } from "~/platform/security-events";
import { loginForm } from "./account-forms";
import { accountMark } from "./account-mark.server";
import { checkPassword } from "./sign-in.server";

/**
 * Reads the e-mail and password of a login form and checks them: the same on all three screens.
 * Gives who it is, for `startPasswordSession`, or the answer that sends the form back (400 with messages, 429 with the
 * time to wait).
 */
export async function logIn(request: Request, context: AppLoadContext, read?: Record<string, string>) {
  const fields = read ?? (await readForm(request));
  const form = parseFields(loginForm, fields);
  if (!form.ok) return { ok: false, answer: refuse(form.problem) } as const;
  const { services, clientAddress } = context;
  const device = await services.deviceCookie.read(request);
  const check = await checkPassword(services, form.value, { clientAddress, device });
  if (check.ok) return { ...check, fields };
  if (check.error === "tooMany") {
    return { ok: false, answer: refuseTooMany(context, fields, check.retryAfterSeconds) } as const;
  }
  if (check.error === "suspended") {
    const account = accountMark(form.value.email);
    noteSecurity(context, "signInFailed", { account, reason: "suspended" });
    const problem = problemWith(fields, { form: "accounts.suspended" });
    return { ok: false, answer: refuse(problem, { status: 403 }) } as const;
  }
  return { ok: false, answer: refuseLogIn(context, { email: form.value.email, fields }) } as const;
}

/** Sends the form back: no such e-mail and password. */
export function refuseLogIn(
  context: AppLoadContext,
  { email, fields }: { email: string; fields: Record<string, string> },
) {
  noteSecurity(context, "signInFailed", { account: accountMark(email) });
  return refuse(problemWith(fields, { form: "accounts.loginFailed" }));
}

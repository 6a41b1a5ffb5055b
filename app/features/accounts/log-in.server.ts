import type { AppLoadContext } from "@remix-run/node";
import { refuse, refuseTooMany } from "~/platform/action-result.server";
import { parseFields, problemWith, readForm } from "~/platform/forms.server";
import { noteSecurity } from "~/platform/security-events";
import { loginForm } from "./account-forms";
import { accountMark } from "./account-mark.server";
import { checkPassword } from "./sign-in.server";

/**
 * Reads the e-mail and password of a login form and checks them: the same on all three screens.
 * Gives who it is, or the answer that sends the form back (400 with messages, 429 with the time to wait).
 */
export async function logIn(request: Request, context: AppLoadContext, read?: Record<string, string>) {
  const fields = read ?? (await readForm(request));
  const form = parseFields(loginForm, fields);
  if (!form.ok) return { ok: false, answer: refuse(form.problem) } as const;
  const check = await checkPassword(context.services, form.value, context.clientAddress);
  if (check.ok) return { ok: true, userId: check.userId, email: check.email, fields } as const;
  if (check.error === "tooMany") {
    return { ok: false, answer: refuseTooMany(context, fields, check.retryAfterSeconds) } as const;
  }
  const account = accountMark(form.value.email);
  if (check.error === "suspended") {
    noteSecurity(context, "signInFailed", { account, reason: "suspended" });
    const problem = problemWith(fields, { form: "accounts.suspended" });
    return { ok: false, answer: refuse(problem, { status: 403 }) } as const;
  }
  noteSecurity(context, "signInFailed", { account });
  return { ok: false, answer: refuse(problemWith(fields, { form: "accounts.loginFailed" })) } as const;
}

import type { AppLoadContext } from "@remix-run/node";
import { refuseTooMany } from "~/platform/forms/action-result.server";
import { problemWith } from "~/platform/forms/forms.server";
import { readTextFields } from "~/platform/forms/multipart.server";
import { noteSecurity } from "~/platform/security-events";
import type { LimitRule } from "~/platform/try-counter.server";

/** Forms by which one account changes itself, its page, its videos and its payment details, in all. */
export const editLimit: LimitRule = { name: "edit", tries: 120, seconds: 600 };

const message = "accounts.tooManyEdits";

/**
 * Counts one edit. Returns the form with its values, status 429 and Retry-After beyond the limit; otherwise undefined.
 */
export async function refuseManyEdits(
  context: AppLoadContext,
  userId: string,
  fields: Record<string, string>,
) {
  const taken = await context.services.rateLimits.take(editLimit, userId);
  return taken.ok ? undefined : refuseTooMany(context, fields, taken.retryAfterSeconds, message);
}

/**
 * As `refuseManyEdits`, for a form with files, before they are read. Returns the problem and the response's status and
 * headers. Throws BrokenForm.
 */
export async function refuseManyUploads(context: AppLoadContext, userId: string, request: Request) {
  const taken = await context.services.rateLimits.take(editLimit, userId);
  if (taken.ok) return undefined;
  noteSecurity(context, "tooManyTries", { userId });
  const problem = problemWith(await readTextFields(request), { form: message });
  return { problem, status: 429, headers: { "Retry-After": String(taken.retryAfterSeconds) } };
}

import { type AppLoadContext, data } from "@remix-run/node";
import type { MessageKey } from "~/i18n/message-key";
import { goTo, localizeTarget } from "../responses.server";
import { noteSecurity } from "../security-events";
import type { Flash } from "../session/flash.server";
import { type FormProblem, problemWith } from "./forms.server";

export type ActionResult = { done: false; problem: FormProblem } | { done: true; goTo: string; flash: Flash };

/** Returns the form with its errors and values, with status 400 by default. */
export function refuse(problem: FormProblem, init: { status?: number; headers?: HeadersInit } = {}) {
  return data<ActionResult>({ done: false, problem }, { status: 400, ...init });
}

/** Returns the form with a message, status 429 and Retry-After (RFC 6585, section 4). */
export function refuseTooMany(
  context: AppLoadContext,
  fields: Record<string, string>,
  retryAfterSeconds: number,
  message: MessageKey = "accounts.tooManyTries",
) {
  noteSecurity(context, "tooManyTries");
  return refuse(problemWith(fields, { form: message }), {
    status: 429,
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
}

/**
 * Success followed by a delayed redirect (product.md, Constants). A script gets the message and the path, and
 * navigates itself. A plain form is redirected at once, and the next page shows the message.
 */
export async function finish(
  path: string,
  asked: { request: Request; context: AppLoadContext; flash: Flash; cookies?: string[] },
) {
  const { request, context, flash, cookies = [] } = asked;
  if (!context.isDataRequest) return goTo(path, asked);
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  const target = localizeTarget(path, request);
  return data<ActionResult>({ done: true, goTo: target, flash }, { headers });
}

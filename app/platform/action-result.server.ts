import { type AppLoadContext, data } from "@remix-run/node";
import { decideLinkLocale, localizePath } from "~/i18n/locale";
import type { Flash } from "./flash.server";
import { type FormProblem, problemWith } from "./forms.server";
import { goTo } from "./responses.server";
import { noteSecurity } from "./security-events";

/** What an action gives its page when it does not lead away at once. */
export type ActionResult = { done: false; problem: FormProblem } | { done: true; goTo: string; flash: Flash };

/** Answers 400, or another status, with what is wrong and what was typed. */
export function refuse(problem: FormProblem, init: { status?: number; headers?: HeadersInit } = {}) {
  return data<ActionResult>({ done: false, problem }, { status: 400, ...init });
}

/** Answers 429 on the form's own page, with the time to wait (RFC 6585, section 4). */
export function refuseTooMany(
  context: AppLoadContext,
  fields: Record<string, string>,
  retryAfterSeconds: number,
) {
  noteSecurity(context, "tooManyTries");
  return refuse(problemWith(fields, { form: "accounts.tooManyTries" }), {
    status: 429,
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
}

/**
 * Success that leads on after a delay (product.md, Constants): a script gets the message and the path, and goes there itself; a
 * plain form is sent there at once, the message shown on arrival (design.md, decision 11).
 */
export async function finish(
  path: string,
  asked: { request: Request; context: AppLoadContext; flash: Flash; cookies?: string[] },
) {
  const { request, context, flash, cookies = [] } = asked;
  if (!context.isDataRequest) return goTo(path, asked);
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  const target = localizePath(path, decideLinkLocale(new URL(request.url)));
  return data<ActionResult>({ done: true, goTo: target, flash }, { headers });
}

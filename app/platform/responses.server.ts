import { type AppLoadContext, type HeadersFunction, redirect, replace as replaceBy } from "@remix-run/node";
import type { MessageKey } from "~/i18n/message-key";
import { decideLocale, localizePath } from "~/i18n/page-language";
import type { Flash } from "~/platform/session/cookies.server";

/**
 * Redirects with 303 to one of our paths, in the language of the current page, or to an absolute URL. `replace`: in the
 * history, for a form that is gone once it is sent, such as a login.
 */
export async function goTo(
  path: string,
  {
    request,
    context,
    flash,
    cookies = [],
    replace = false,
  }: {
    request: Request;
    context: AppLoadContext;
    flash?: Flash;
    cookies?: string[];
    replace?: boolean;
  },
): Promise<Response> {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  const target = localizeTarget(path, request);
  // Another site shows no message of ours, which would be out of date on the way back.
  if (flash && target.startsWith("/"))
    headers.append("Set-Cookie", await context.services.flashCookie.write(flash));
  return (replace ? replaceBy : redirect)(target, { status: 303, headers });
}

/** One of our paths in the language of the page; an absolute URL, such as a payment page, unchanged. */
export function localizeTarget(target: string, request: Request): string {
  if (URL.canParse(target)) return target;
  return localizePath(target, decideLocale(new URL(request.url)));
}

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** On the context itself: the pages and the server have their own copies of this module. */
    isKeptOut?: boolean;
  }
}

/** The response is incomplete and must not be cached. */
export function keepOut(context: AppLoadContext): void {
  context.isKeptOut = true;
}

export function isKeptOut(context: AppLoadContext): boolean {
  return context.isKeptOut === true;
}

/** Remix forwards a loader's or action's headers, other than cookies, only for a route that exports this. */
export const retryAfterHeaders: HeadersFunction = ({ actionHeaders, loaderHeaders }) => {
  const headers = new Headers();
  const seconds = actionHeaders.get("Retry-After") ?? loaderHeaders.get("Retry-After");
  if (seconds !== null) headers.set("Retry-After", seconds);
  return headers;
};

interface Answer {
  request: Request;
  context: AppLoadContext;
  path: string;
  title: MessageKey;
}

/** Redirects to the approvals while another administrator has to approve the change. */
export function answerChange(
  { waiting }: { waiting?: true },
  { request, context, path, title }: Answer,
): Promise<Response> {
  return waiting
    ? goTo("/admin/approvals", {
        request,
        context,
        flash: { tone: "info", title: "audit.account.grant.waiting" },
      })
    : goTo(path, { request, context, flash: { tone: "success", title } });
}

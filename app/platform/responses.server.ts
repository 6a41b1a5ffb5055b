import { type AppLoadContext, redirect, replace as replaceBy } from "@remix-run/node";
import { decideLocale, localizePath } from "~/i18n/page-language";
import type { Flash } from "./session/flash.server";

/**
 * Redirects with 303 to one of our paths, keeping the language of the current page, or to an absolute URL as it is,
 * with an optional message and cookies. `replace`: the next page replaces the current one in the history, for a form
 * that is gone once it is sent, such as a login.
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
  // Another site shows no message of ours, and it would be out of date on the way back.
  if (flash && target.startsWith("/"))
    headers.append("Set-Cookie", await context.services.flashCookie.write(flash));
  return (replace ? replaceBy : redirect)(target, { status: 303, headers });
}

/**
 * Returns one of our paths in the language of the request's page; an absolute URL, such as a payment page, unchanged.
 */
export function localizeTarget(target: string, request: Request): string {
  if (URL.canParse(target)) return target;
  return localizePath(target, decideLocale(new URL(request.url)));
}

import { type AppLoadContext, redirect } from "@remix-run/node";
import { decideLocale, localizePath } from "~/i18n/locale";
import type { Flash } from "./flash.server";

/**
 * Answers 303 to a path of ours, in the language of the page left, with an optional message for the next page
 * and cookies to set.
 */
export async function goTo(
  path: string,
  {
    request,
    context,
    flash,
    cookies = [],
  }: {
    request: Request;
    context: AppLoadContext;
    flash?: Flash;
    cookies?: string[];
  },
): Promise<Response> {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  if (flash) headers.append("Set-Cookie", await context.services.flashCookie.write(flash));
  return redirect(localizePath(path, decideLocale(new URL(request.url))), { status: 303, headers });
}

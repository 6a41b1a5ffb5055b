import { type AppLoadContext, redirect, replace as replaceBy } from "@remix-run/node";
import { decideLinkLocale, localizePath } from "~/i18n/locale";
import type { Flash } from "./flash.server";

/**
 * Answers 303 to a path of ours, in the language of the page left, with an optional message for the next page
 * and cookies to set. `replace`: by script, the next page takes this one's place in the history; for a form that is
 * not there any more once it was sent, such as a login, which would only lead forward again.
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
  if (flash) headers.append("Set-Cookie", await context.services.flashCookie.write(flash));
  const target = localizePath(path, decideLinkLocale(new URL(request.url)));
  return (replace ? replaceBy : redirect)(target, { status: 303, headers });
}

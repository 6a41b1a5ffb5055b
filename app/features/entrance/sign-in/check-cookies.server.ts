import type { AppLoadContext } from "@remix-run/node";
import { loginPaths } from "~/features/accounts/accounts/google-entrance";
import { withoutLanguage } from "~/i18n/page-language";
import { refuse } from "~/platform/forms/action-result.server";
import { problemWith } from "~/platform/forms/forms.server";

const name = "sabia-check";

/** Pages whose forms sign in. */
const pages: readonly string[] = [...Object.values(loginPaths), "/creator-register"];

/** Called by the loaders of the login and registration pages: sets a cookie that their forms send back. */
export function setCheckCookie(request: Request, context: AppLoadContext): void {
  if (request.headers.has("Cookie")) return;
  const secure = context.services.env.APP_URL.startsWith("https:");
  context.addCookie(
    `${secure ? "__Host-" : ""}${name}=1; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`,
  );
}

/**
 * Returns the response to a form of such a page that came back without the page's cookie; undefined for other requests.
 * Without cookies, a login would lead back to its form, and a registration to the home page, without a message. The response sets the cookie again.
 */
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

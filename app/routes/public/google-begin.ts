import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { parseGoogleEntrance } from "~/features/base/accounts/google-entrance";
import { decideLocale } from "~/i18n/page-language";
import { readForm } from "~/platform/forms/forms.server";
import { parseRedirectTarget } from "~/platform/redirect-target";
import { goTo } from "~/platform/responses.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  throw await goTo("/consumer-login", { request, context });
}

/** Remembers the login page, the language and the return address. */
export async function action({ request, context }: ActionFunctionArgs) {
  const fields = await readForm(request);
  const { google } = context.services;
  if (!google) throw new Response(null, { status: 404 });
  const target = parseRedirectTarget(fields.redirectTo, "");
  const locale = decideLocale(new URL(request.url));
  return google.begin(request, `${parseGoogleEntrance(fields.as)} ${locale} ${target}`);
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { acceptTerms } from "~/features/base/accounts/profile.queries.server";
import { readForm } from "~/platform/forms/forms.server";
import { parseRedirectTarget } from "~/platform/redirect-target";
import { goTo } from "~/platform/responses.server";
import { requireViewer } from "~/server/guards.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireViewer({ request, context });
  throw await goTo("/terms", { request, context });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const { redirectTo } = await readForm(request);
  const { db, clock } = context.services;
  await acceptTerms(db, viewer.userId, clock());
  return goTo(parseRedirectTarget(redirectTo, "/marketplace"), { request, context });
}

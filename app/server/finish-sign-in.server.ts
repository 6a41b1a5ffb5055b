import type { AppLoadContext } from "@remix-run/node";
import { creatorHome } from "~/features/base/accounts/google-entrance";
import type { UnfinishedSignIn } from "~/features/base/factors/unfinished-sign-ins.queries.server";
import { admitAdmin, startSession } from "~/features/entrance/sign-in/sign-in.server";
import { readIntention } from "~/features/orders/checkout/purchase-intention";
import { continueAfterSignIn } from "~/features/orders/checkout/start-checkout.server";
import { decideLocale } from "~/i18n/page-language";
import { goTo } from "~/platform/responses.server";
import { noteAdmission } from "~/platform/security-events";
import { actorOf } from "~/platform/session/actor.server";
import type { Flash } from "~/platform/session/cookies.server";

const loggedIn: Flash = { tone: "success", title: "accounts.loggedIn" };

/** After both steps. At the administrators' login refuses a person without the role. `cookies`: Set-Cookie values. */
export async function finishSignIn(
  { request, context }: { request: Request; context: AppLoadContext },
  { userId, email, entrance, target, shownPriceCents }: UnfinishedSignIn,
  cookies: readonly string[],
): Promise<Response> {
  const { services } = context;
  const locale = decideLocale(new URL(request.url));
  let path = target || "/marketplace";
  let flash = loggedIn;
  if (entrance === "consumer") {
    const shown = { shownPriceCents: shownPriceCents ?? undefined, locale };
    const signedIn = { userId, target: path, flash };
    ({ path, flash } = await continueAfterSignIn(context, readIntention(path), signedIn, shown));
  }
  if (entrance === "creator") path = creatorHome;
  if (entrance === "admin") {
    const admitted = await admitAdmin(services, actorOf(context, request, { userId, email }));
    noteAdmission(context, admitted, userId);
    if (admitted === "denied") {
      const denied: Flash = { tone: "error", title: "admin.denied" };
      return goTo("/admin-login", { request, context, flash: denied, cookies: [...cookies] });
    }
    path = "/admin/dashboard";
    flash = { ...loggedIn, description: admitted === "first" ? "admin.firstAdmin" : "admin.welcome" };
  }
  const session = await startSession(context, request, userId);
  return goTo(path, { request, context, flash, cookies: [...cookies, ...session], replace: true });
}

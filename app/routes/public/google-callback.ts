import type { LoaderFunctionArgs } from "@remix-run/node";
import { findUserByGoogleSub } from "~/features/base/accounts/accounts.queries.server";
import { creatorHome, loginPaths, parseGoogleEntrance } from "~/features/base/accounts/google-entrance";
import { googleLimit } from "~/features/base/accounts/sign-in-limits";
import { beginSecondStep, secondStepPath } from "~/features/base/factors/second-step.server";
import { findOrCreateGoogleAccount } from "~/features/entrance/sign-in/google-account.server";
import { admitAdmin, endSession, startSession } from "~/features/entrance/sign-in/sign-in.server";
import { readIntention } from "~/features/orders/checkout/purchase-intention";
import { continueAfterSignIn } from "~/features/orders/checkout/start-checkout.server";
import { type Locale, parseLocale } from "~/i18n/languages";
import { localizePath } from "~/i18n/page-language";
import type { GoogleAnswer } from "~/integrations/identity/identity";
import { currentViewer } from "~/platform/context.server";
import { parseRedirectTarget } from "~/platform/redirect-target";
import { goTo } from "~/platform/responses.server";
import { noteAdmission, noteSecurity } from "~/platform/security-events";
import { actorOf } from "~/platform/session/actor.server";
import type { Flash } from "~/platform/session/cookies.server";
import { addressKey } from "~/platform/try-counter.server";
import { renewProof } from "~/server/recent-proof.server";

const loggedIn: Flash = { tone: "success", title: "accounts.loggedIn" };

/** Renews the session by its linked Google account. Never signs in to another account. */
async function proveByGoogle(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  answer: GoogleAnswer,
  { target, locale, cookies }: { target: string; locale: Locale; cookies: string[] },
): Promise<Response> {
  const viewer = await currentViewer(context, request);
  const owner = answer.ok && (await findUserByGoogleSub(context.services.db, answer.identity.sub));
  if (!viewer || !owner || owner.id !== viewer.userId) {
    noteSecurity(context, "proofFailed", viewer && { userId: viewer.userId });
    const path = `${loginPaths.proof}?${new URLSearchParams({ redirectTo: target })}`;
    const flash: Flash = { tone: "error", title: "accounts.googleFailed" };
    return goTo(localizePath(path, locale), { request, context, flash, cookies });
  }
  if (!(await renewProof(context, viewer))) return goTo("/consumer-login", { request, context, cookies });
  const flash: Flash = { tone: "success", title: "accounts.proofDone" };
  return goTo(localizePath(target, locale), { request, context, flash, cookies });
}

/** Errors are shown on the login page of the attempt. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, clientAddress } = context;
  const { google } = services;
  if (!google) throw new Response(null, { status: 404 });
  const answer = await google.complete(
    request,
    async () => (await services.rateLimits.take(googleLimit, addressKey(clientAddress))).ok,
  );
  // A foreign link must not end an attempt in another tab.
  const cookies = answer.ours ? await google.forget() : [];
  const [screen, language, wanted] = answer.memo.split(" ");
  const entrance = parseGoogleEntrance(screen);
  const locale = parseLocale(language);
  const target = parseRedirectTarget(wanted, "");
  const back = target ? `?${new URLSearchParams({ redirectTo: target })}` : "";
  const login = localizePath(loginPaths[entrance] + back, locale);
  if (!answer.ok && answer.reason === "tooManyTries") {
    noteSecurity(context, "tooManyTries");
    const flash: Flash = { tone: "error", title: "accounts.tooManyTries" };
    throw await goTo(login, { request, context, flash, cookies });
  }
  if (entrance === "proof") {
    throw await proveByGoogle({ request, context }, answer, {
      target: target || "/account",
      locale,
      cookies,
    });
  }
  const account = answer.ok
    ? await findOrCreateGoogleAccount(services, answer.identity, entrance)
    : ({ ok: false, error: answer.reason } as const);
  if (!account.ok) {
    noteSecurity(context, "signInFailed", { reason: account.error });
    const flash: Flash =
      account.error === "emailReserved"
        ? { tone: "error", title: "accounts.googleFailed", description: "accounts.googleReserved" }
        : {
            tone: "error",
            title: account.error === "suspended" ? "accounts.suspended" : "accounts.googleFailed",
          };
    throw await goTo(login, { request, context, flash, cookies });
  }
  const step = await beginSecondStep(context, account, { entrance, target });
  if (step) {
    const path = localizePath(secondStepPath, locale);
    throw await goTo(path, { request, context, cookies: [...cookies, ...step] });
  }
  let path = target || "/marketplace";
  const cleared: Pick<Flash, "description"> = account.cleared
    ? { description: account.payoutForgotten ? "accounts.googleClearedPayout" : "accounts.googleCleared" }
    : {};
  let flash: Flash = { ...loggedIn, ...cleared };
  if (entrance === "consumer") {
    const signedIn = { userId: account.userId, target: path, flash };
    const shown = { shownPriceCents: undefined, locale };
    ({ path, flash } = await continueAfterSignIn(context, readIntention(path), signedIn, shown));
  }
  if (entrance === "creator") path = creatorHome;
  if (entrance === "admin") {
    const admitted = await admitAdmin(services, actorOf(context, request, account));
    noteAdmission(context, admitted, account.userId);
    if (admitted === "denied") {
      cookies.push(await endSession(context, request));
      const denied: Flash = { tone: "error", title: "admin.denied" };
      throw await goTo("/admin-login", { request, context, flash: denied, cookies });
    }
    path = "/admin/dashboard";
    const description = admitted === "first" ? "admin.firstAdmin" : "admin.welcome";
    // Two sentences: the specified welcome, and what linking removed.
    flash = { tone: "success", title: cleared.description ?? loggedIn.title, description };
  }
  cookies.push(...(await startSession(context, request, account.userId, { isNew: account.isNew })));
  const to = URL.canParse(path) ? path : localizePath(path, locale);
  throw await goTo(to, { request, context, flash, cookies });
}

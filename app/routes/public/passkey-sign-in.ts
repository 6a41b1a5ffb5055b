import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { loginPaths, parseGoogleEntrance } from "~/features/base/accounts/google-entrance";
import { passkeyLimit } from "~/features/base/accounts/sign-in-limits";
import { checkPasskey, readChallengeBrowser } from "~/features/base/factors/check-passkey.server";
import { parseShownPrice } from "~/features/orders/checkout/shown-price";
import type { MessageKey } from "~/i18n/message-key";
import { readForm } from "~/platform/forms/forms.server";
import { parseRedirectTarget } from "~/platform/redirect-target";
import { goTo } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import { addressKey } from "~/platform/try-counter.server";
import { finishSignIn } from "~/server/finish-sign-in.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  throw await goTo("/consumer-login", { request, context });
}

/** Errors are shown on the login page of the attempt. An unlocked passkey counts as both factors. */
export async function action({ request, context }: ActionFunctionArgs) {
  const fields = await readForm(request);
  const { services, clientAddress } = context;
  const asked = parseGoogleEntrance(fields.entrance);
  const entrance = asked === "proof" ? "consumer" : asked;
  const target = parseRedirectTarget(fields.redirectTo, "");
  const taken = await services.rateLimits.take(passkeyLimit, addressKey(clientAddress));
  if (!taken.ok) {
    noteSecurity(context, "tooManyTries");
    return backToLogin("accounts.tooManyTries");
  }
  const browser = await readChallengeBrowser(services, request);
  const check = await checkPasskey(services, fields.credential, { purpose: "signIn", userId: null, browser });
  if (!check.ok) {
    noteSecurity(context, "signInFailed", { reason: `passkey ${check.error}` });
    return backToLogin(check.error === "suspended" ? "accounts.suspended" : "accounts.passkeyWrong");
  }
  const { userId, email } = check;
  const shownPriceCents = parseShownPrice(fields) ?? null;
  return finishSignIn({ request, context }, { userId, email, entrance, target, shownPriceCents }, []);

  function backToLogin(title: MessageKey) {
    const login = loginPaths[entrance];
    const path = target ? `${login}?${new URLSearchParams({ redirectTo: target })}` : login;
    return goTo(path, { request, context, flash: { tone: "error", title } });
  }
}

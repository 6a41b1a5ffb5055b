import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { consumerSignupForm } from "~/features/base/accounts/account-forms";
import { beginSecondStep, secondStepPath } from "~/features/base/factors/second-step.server";
import {
  logIn,
  refuseLogIn,
  refuseWithoutCookies,
  setCheckCookie,
} from "~/features/entrance/sign-in/log-in.server";
import { isSignup, LearnerEntrance } from "~/features/entrance/sign-in/login-forms";
import { registerConsumer, registerWithinLimit } from "~/features/entrance/sign-in/register.server";
import { showIntendedVideo } from "~/features/entrance/sign-in/show-intended-video.server";
import { startPasswordSession, startSession } from "~/features/entrance/sign-in/sign-in.server";
import { readIntention } from "~/features/orders/checkout/purchase-intention";
import { parseShownPrice } from "~/features/orders/checkout/shown-price";
import { continueAfterSignIn } from "~/features/orders/checkout/start-checkout.server";
import { publicPageMeta } from "~/features/shop/sharing/open-graph";
import { EntranceTexts } from "~/i18n/entrance-texts";
import { decideLocale } from "~/i18n/page-language";
import { currentViewer } from "~/platform/context.server";
import {
  finish,
  parseFields,
  problemWith,
  readForm,
  refuse,
  refuseTooMany,
} from "~/platform/forms/forms.server";
import { skipRevalidation, useActionResult } from "~/platform/forms/use-action-result";
import { parseRedirectTarget } from "~/platform/redirect-target";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import type { Flash } from "~/platform/session/cookies.server";

export const meta: MetaFunction = (context) =>
  publicPageMeta(
    context,
    isSignup(new URLSearchParams(context.location.search)) ? "consumerSignup" : "consumerLogin",
    "consumerLoginDescription",
  );

export const headers = retryAfterHeaders;

export const shouldRevalidate = skipRevalidation;

/** product.md, Consumer login. */
function targetOf(request: Request): string {
  return parseRedirectTarget(new URL(request.url).searchParams.get("redirectTo"), "/marketplace");
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const target = targetOf(request);
  if (await currentViewer(context, request)) throw await goTo(target, { request, context });
  setCheckCookie(request, context);
  return showIntendedVideo(context.services, readIntention(target));
}

/** The payment page if the login began with Buy or Watch. */
function continueTo(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  { userId, fields, flash }: { userId: string; fields: Record<string, string>; flash: Flash },
) {
  const target = targetOf(request);
  const shown = { shownPriceCents: parseShownPrice(fields), locale: decideLocale(new URL(request.url)) };
  return continueAfterSignIn(context, readIntention(target), { userId, target, flash }, shown);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const fields = await readForm(request);
  if (fields.intent === "signup") return signUp(request, context, fields);
  const login = await logIn(request, context, fields);
  if (!login.ok) return login.answer;
  const target = targetOf(request);
  const shownPriceCents = parseShownPrice(fields);
  const step = await beginSecondStep(context, login, { entrance: "consumer", target, shownPriceCents });
  if (step) return goTo(secondStepPath, { request, context, cookies: step });
  const cookies = await startPasswordSession(context, request, login);
  if (!cookies) return refuseLogIn(context, login);
  const { path, flash } = await continueTo(
    { request, context },
    { userId: login.userId, fields, flash: { tone: "success", title: "accounts.loggedIn" } },
  );
  return goTo(path, { request, context, flash, cookies, replace: true });
}

type Context = ActionFunctionArgs["context"];

async function signUp(request: Request, context: Context, fields: Record<string, string>) {
  const withoutCookies = refuseWithoutCookies(request, context, fields);
  if (withoutCookies) return withoutCookies;
  const form = parseFields(consumerSignupForm, fields);
  if (!form.ok) return refuse(form.problem);
  const result = await registerWithinLimit(context, form.value, () =>
    registerConsumer(context.services, form.value, { mailIn: decideLocale(new URL(request.url)) }),
  );
  if (!result.ok && result.error === "tooMany")
    return refuseTooMany(context, fields, result.retryAfterSeconds);
  if (!result.ok && result.error === "guessable")
    return refuse(problemWith(fields, { password: result.problem }));
  if (!result.ok && result.error === "emailTaken") {
    return refuse(problemWith(fields, { email: "accounts.emailTakenLearner" }));
  }
  if (!result.ok) {
    const form = result.error === "profileFailed" ? "accounts.profileFailed" : "accounts.createFailed";
    return refuse(problemWith(fields, { form }), { status: 503 });
  }
  const { userId } = result;
  const cookies = await startSession(context, request, userId, { isNew: true, hasLanguage: true });
  const { path, flash } = await continueTo(
    { request, context },
    { userId, fields, flash: { tone: "success", title: "accounts.registered" } },
  );
  return finish(path, { request, context, flash, cookies });
}

export default function ConsumerLogin() {
  return (
    <EntranceTexts>
      <Screen />
    </EntranceTexts>
  );
}

function Screen() {
  const video = useLoaderData<typeof loader>()?.video;
  const result = useActionResult(useActionData<typeof action>());
  return <LearnerEntrance video={video} result={result} />;
}

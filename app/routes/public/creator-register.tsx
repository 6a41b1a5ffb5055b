import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { creatorProfileForm, creatorRegistrationForm } from "~/features/base/accounts/account-forms";
import { findFullName } from "~/features/base/accounts/accounts.queries.server";
import { CardPage } from "~/features/base/accounts/card-page";
import { CreatorRegistrationForm, SignedInAs } from "~/features/entrance/sign-in/creator-fields";
import { refuseWithoutCookies, setCheckCookie } from "~/features/entrance/sign-in/log-in.server";
import {
  catchDatabaseFailure,
  completeCreator,
  registerCreator,
  registerWithinLimit,
} from "~/features/entrance/sign-in/register.server";
import { startSession } from "~/features/entrance/sign-in/sign-in.server";
import { publicPageMeta } from "~/features/shop/sharing/open-graph";
import { EntranceTexts } from "~/i18n/entrance-texts";
import { LanguageSwitch } from "~/i18n/language-switch";
import { decideLocale } from "~/i18n/page-language";
import { pageTexts } from "~/i18n/text-group";
import { useLinkTo, useText } from "~/i18n/use-locale";
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
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { TextLink } from "~/ui/link";

const PixTexts = pageTexts(import.meta.glob("~/i18n/locales/*/pix.ts"));

export const meta: MetaFunction = (context) =>
  publicPageMeta(context, "creatorRegister", "creatorRegisterDescription");

export const headers = retryAfterHeaders;

export const shouldRevalidate = skipRevalidation;

/** A signed-in person without a creator profile completes it here. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await currentViewer(context, request);
  if (viewer?.isCreator) throw await goTo("/creator/dashboard", { request, context });
  if (!viewer) {
    setCheckCookie(request, context);
    return data({ known: null });
  }
  const fullName = (await findFullName(context.services.db, viewer.userId)) ?? "";
  return data({ known: { email: viewer.email, fullName } });
}

const notStored = {
  failed: { form: "accounts.createFailed" },
  profileFailed: { form: "accounts.profileFailed" },
} as const;
const registered = { tone: "success", title: "accounts.registered" } as const;

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await currentViewer(context, request);
  const fields = await readForm(request);
  // Already a creator, for example in another tab: stores nothing and shows no success.
  if (viewer?.isCreator) return goTo("/creator/dashboard", { request, context });
  if (viewer) {
    const form = parseFields(creatorProfileForm, fields);
    if (!form.ok) return refuse(form.problem);
    // The form was opened before signing in, with another e-mail: shows whose account it would be for.
    if (fields.email && fields.email.trim().toLowerCase() !== viewer.email.toLowerCase())
      return refuse(problemWith(fields, { form: "accounts.signedInMeanwhile" }), { status: 409 });
    const completed = await catchDatabaseFailure(
      context.log,
      completeCreator(context.services, viewer, form.value),
    );
    if (!completed.ok) return refuse(problemWith(fields, notStored[completed.error]), { status: 503 });
    if (!completed.became) return goTo("/creator/dashboard", { request, context, replace: true });
    return finish("/creator/dashboard", { request, context, flash: registered });
  }
  const withoutCookies = refuseWithoutCookies(request, context, fields);
  if (withoutCookies) return withoutCookies;
  const form = parseFields(creatorRegistrationForm, fields);
  if (!form.ok) return refuse(form.problem);
  const result = await registerWithinLimit(context, form.value, () =>
    registerCreator(context.services, form.value, { mailIn: decideLocale(new URL(request.url)) }),
  );
  if (!result.ok && result.error === "tooMany")
    return refuseTooMany(context, fields, result.retryAfterSeconds);
  if (!result.ok && result.error === "guessable")
    return refuse(problemWith(fields, { password: result.problem }));
  if (!result.ok && result.error === "emailTaken") {
    return refuse(problemWith(fields, { email: "accounts.emailTaken" }));
  }
  if (!result.ok) return refuse(problemWith(fields, notStored[result.error]), { status: 503 });
  const cookies = await startSession(context, request, result.userId, { isNew: true, hasLanguage: true });
  return finish("/creator/dashboard", { request, context, flash: registered, cookies });
}

export default function CreatorRegister() {
  return (
    <EntranceTexts>
      <PixTexts>
        <Registration />
      </PixTexts>
    </EntranceTexts>
  );
}

function Registration() {
  const { known } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <CardPage
      backTo={linkTo("/").to}
      title={t(known ? "accounts.completeTitle" : "accounts.registerTitle")}
      description={t(known ? "accounts.completeText" : "accounts.registerText")}
      corner={<LanguageSwitch />}
      below={
        known ? (
          <SignedInAs email={known.email} />
        ) : (
          <TextLink {...linkTo("/creator-login")}>{t("accounts.haveAccount")}</TextLink>
        )
      }
    >
      <CreatorRegistrationForm known={known} result={result} />
    </CardPage>
  );
}

import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CardPage } from "~/features/base/accounts/card-page";
import { sendSupport } from "~/features/entrance/law/send-support.server";
import { SupportFields } from "~/features/entrance/law/support-fields";
import { shortTextMaxLength, supportForm } from "~/features/entrance/law/support-form";
import { EntranceTexts } from "~/i18n/entrance-texts";
import { decideLocale } from "~/i18n/page-language";
import { metaText, titlesIn } from "~/i18n/page-titles";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { currentViewer } from "~/platform/context.server";
import { parseFields, readForm, refuse, refuseTooMany } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { clientOf } from "~/platform/session/actor.server";
import { Notice } from "~/ui/notice";

export const meta: MetaFunction = ({ location }) => [
  ...metaText(location, "contact"),
  { name: "robots", content: "noindex" },
];

export const headers = retryAfterHeaders;

/** A link may contain the purchase and the error's code. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await currentViewer(context, request);
  const { searchParams } = new URL(request.url);
  const named = (name: string) => (searchParams.get(name) ?? "").slice(0, shortTextMaxLength);
  return {
    sent: searchParams.has("sent"),
    form: { id: randomUUID(), email: viewer?.email ?? "", purchase: named("purchase"), code: named("code") },
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await currentViewer(context, request);
  const fields = await readForm(request);
  const form = parseFields(supportForm, fields);
  if (!form.ok) return refuse(form.problem);
  const locale = decideLocale(new URL(request.url));
  const sender = { ...clientOf(context, request), userId: viewer?.userId, locale };
  const sent = await sendSupport(context.services, form.value, sender);
  if (!sent.ok) return refuseTooMany(context, fields, sent.retryAfterSeconds, "support.tooMany");
  return goTo("/help/contact?sent=1", { request, context });
}

export default function Contact() {
  return (
    <EntranceTexts>
      <Screen />
    </EntranceTexts>
  );
}

function Screen() {
  const { form, sent } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const linkTo = useLinkTo();
  const t = useText();
  return (
    <CardPage backTo={linkTo("/help").to} title={titlesIn(useLocale()).contact}>
      {sent ? (
        <Notice tone="success" role="status" title={t("support.sent")}>
          {t("support.sentText")}
        </Notice>
      ) : (
        <SupportFields form={form} result={result} />
      )}
    </CardPage>
  );
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { CardPage } from "~/features/base/accounts/card-page";
import { resetLimit } from "~/features/base/accounts/sign-in-limits";
import { checkUndoLink, type UndoLink, undoChange } from "~/features/entrance/recovery/undo-change.server";
import { AccountTexts } from "~/i18n/account-texts";
import { LanguageSwitch } from "~/i18n/language-switch";
import { decideLocale } from "~/i18n/page-language";
import { metaText } from "~/i18n/page-titles";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { problemWith, refuse, refuseTooMany } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import { clientOf } from "~/platform/session/actor.server";
import { addressKey } from "~/platform/try-counter.server";
import { Button, ButtonLink } from "~/ui/button";
import { FormError } from "~/ui/forms/form-error";
import { Notice } from "~/ui/notice";

export const meta: MetaFunction = ({ location }) => [
  ...metaText(location, "undoChange"),
  { name: "robots", content: "noindex" },
];

export const headers = retryAfterHeaders;

const tokenOf = (url: URL) => url.searchParams.get("token") ?? "";

/** A GET changes nothing, because mail programs open links too. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  if (url.searchParams.has("done")) return { link: { status: "done" } as const };
  return { link: await checkUndoLink(context.services, tokenOf(url)) };
}

/** Without a sign-in: a thief may have the account. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { services, clientAddress } = context;
  const taken = await services.rateLimits.take(resetLimit, addressKey(clientAddress));
  if (!taken.ok) return refuseTooMany(context, {}, taken.retryAfterSeconds);
  const url = new URL(request.url);
  const by = { client: clientOf(context, request), locale: decideLocale(url) };
  const userId = await undoChange(services, tokenOf(url), by);
  if (!userId) return refuse(problemWith({}, { form: "accounts.undoEnded" }));
  noteSecurity(context, "changeUndone", { userId });
  return goTo("/undo-change?done=1", { request, context, replace: true });
}

export default function UndoChange() {
  return (
    <AccountTexts>
      <Screen />
    </AccountTexts>
  );
}

function Screen() {
  const { link } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  const linkTo = useLinkTo();
  const { status } = link;
  return (
    <CardPage
      backTo={linkTo("/").to}
      title={t(status === "done" ? "undo.done" : "undo.title")}
      corner={<LanguageSwitch />}
    >
      <div className="space-y-5">
        {status !== "ended" && <FormError>{result.errorOf("form")}</FormError>}
        {status === "ended" && (
          <>
            <Notice tone="warn">{t("undo.ended")}</Notice>
            <p>{t("undo.endedText")}</p>
          </>
        )}
        {status === "done" && <Notice tone="success">{t("undo.doneText")}</Notice>}
        {status === "done" || status === "ended" ? (
          <ButtonLink {...linkTo("/forgot-password")} className="w-full" size="large">
            {t(status === "done" ? "undo.again" : "accounts.forgotTitle")}
          </ButtonLink>
        ) : (
          <Change link={link} />
        )}
      </div>
    </CardPage>
  );
}

function Change({ link }: { link: Exclude<UndoLink, { status: "ended" }> }) {
  const busy = useNavigation().formData !== undefined;
  const t = useText();
  const goesBack = link.status === "email" && !link.waits;
  return (
    <>
      <p className="break-words">{useDescription(link)}</p>
      <div>
        <p>{t("undo.effects")}</p>
        <ul className="mt-2 list-disc space-y-1 pl-5 break-words">
          {goesBack && <li>{t("undo.effectEmail", { from: link.from })}</li>}
          <li>{t("undo.effectFactors")}</li>
          <li>{t("undo.effectPayout")}</li>
          <li>{t("undo.effectSessions")}</li>
        </ul>
      </div>
      <p>{t("undo.next")}</p>
      <Form method="post">
        <Button
          variant="danger"
          className="w-full"
          size="large"
          pending={busy}
          pendingLabel={t("undo.pressing")}
        >
          {t("undo.press")}
        </Button>
      </Form>
      <p className="text-ink-soft">{t("undo.wasMe")}</p>
    </>
  );
}

function useDescription(link: Exclude<UndoLink, { status: "ended" }>): string {
  const t = useText();
  if (link.status === "passkey") return t("undo.passkeyAdded", { name: link.name });
  if (link.status === "secondFactor") return t("undo.secondFactorOn");
  const { from, to, waits } = link;
  return t(waits ? "undo.emailWaits" : "undo.email", { from, to });
}

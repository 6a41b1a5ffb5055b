import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { languages, locales } from "~/i18n/languages";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { databaseFailure } from "~/platform/database-away";
import { type KeptForm, keptFormOf } from "~/platform/forms/kept-form";
import { NetworkFailure } from "~/platform/network-failure";
import { Button, ButtonLink } from "~/ui/button";
import { ErrorFrame, RequestCode, TryAgain } from "./error-frame";

export function ErrorPage() {
  const error = useRouteError();
  const t = useText();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (error instanceof NetworkFailure) return <NetworkFailurePage />;
  const keptForm = keptFormOf(error);
  if (keptForm) return <KeptFormPage {...keptForm} />;
  const failure = databaseFailure(error);
  if (failure) return <DatabaseAwayPage failure={failure} />;
  const tooLarge = isRouteErrorResponse(error) && error.status === 413;
  return (
    <ErrorFrame
      title={t("errors.title")}
      text={tooLarge ? t("errors.tooLarge") : t("errors.text")}
      action={tooLarge ? undefined : <TryAgain />}
    >
      <RequestCode />
    </ErrorFrame>
  );
}

/** The 404 page (product.md, Unknown path), in both languages: the address does not say which one its reader speaks. */
export function NotFound({ children }: { children?: ReactNode }) {
  const t = useText();
  const locale = useLocale();
  const otherLanguage = languages[locales.find((other) => other !== locale) ?? locale];
  return (
    <ErrorFrame
      title={t("errors.notFoundTitle")}
      text={t("errors.notFound")}
      otherLanguage={{
        lang: otherLanguage.tag,
        text: t("errors.notFoundElsewhere"),
        returnHome: t("errors.returnHomeElsewhere"),
      }}
      search={t("marketplace.search")}
      below={children}
    />
  );
}

function NetworkFailurePage() {
  const t = useText();
  return <ErrorFrame title={t("errors.noAnswerTitle")} text={t("errors.pageLost")} action={<TryAgain />} />;
}

/** Works without script: the person signs in in another tab, and a button sends the form again. */
function KeptFormPage({ address, path, reason, texts, fields, lacksFields, isMultipart }: KeptForm) {
  const t = useText();
  const linkTo = useLinkTo();
  const needsFactor = reason === "secondFactor";
  return (
    <ErrorFrame
      title={t(needsFactor ? "errors.factorNeeded" : "errors.signedOut")}
      text={texts.text}
      action={
        <>
          <ButtonLink {...linkTo(path)} target="_blank" reloadDocument>
            {t(needsFactor ? "errors.factorNeeded" : "errors.logInBeside")}
          </ButtonLink>
          <form method="post" action={address} encType={isMultipart ? "multipart/form-data" : undefined}>
            {fields.map(([name, value], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a form may repeat a field
              <input key={index} type="hidden" name={name} value={value} />
            ))}
            <Button variant="secondary">{texts.send}</Button>
          </form>
        </>
      }
    >
      {lacksFields && <p className="mt-1 text-ink-soft">{texts.notKept}</p>}
    </ErrorFrame>
  );
}

/** Shown while the database is unavailable, or too busy to answer in time. Needs neither a session nor loader data. */
function DatabaseAwayPage({ failure }: { failure: "away" | "busy" }) {
  const t = useText();
  const busy = failure === "busy";
  return (
    <ErrorFrame
      title={t(busy ? "errors.busyTitle" : "errors.awayTitle")}
      text={t(busy ? "errors.busy" : "errors.away")}
      action={<TryAgain />}
    >
      <RequestCode />
    </ErrorFrame>
  );
}

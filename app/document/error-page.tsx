import { Form, isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { languages, locales } from "~/i18n/languages";
import { languageField } from "~/i18n/page-language";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { databaseFailure, type KeptForm, keptFormOf } from "~/platform/failures";
import { NetworkFailure } from "~/platform/network-failure";
import { Button, ButtonLink } from "~/ui/button";
import { Drawing } from "~/ui/drawings/drawing";
import { useHydrated } from "~/ui/hydrated";
import { classNames } from "~/ui/looks";
import { Container } from "~/ui/page-frame/container";
import { usePage } from "./page-context";

export function ErrorPage() {
  const error = useRouteError();
  const t = useText();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (error instanceof NetworkFailure) return <NetworkFailurePage />;
  const keptForm = keptFormOf(error);
  if (keptForm) return <KeptFormPage {...keptForm} />;
  const failure = databaseFailure(error);
  if (failure) return <DatabaseAwayPage failure={failure} />;
  const status = isRouteErrorResponse(error) ? error.status : undefined;
  const refusal = status === 413 ? t("errors.tooLarge") : status === 403 ? t("errors.noAccess") : undefined;
  return (
    <ErrorFrame
      title={t("errors.title")}
      text={refusal ?? t("errors.text")}
      action={refusal ? undefined : <TryAgain />}
    >
      <RequestCode />
    </ErrorFrame>
  );
}

/** In both languages: the address does not name one (product.md, Unknown path). */
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

/** Works without script: the person signs in in another tab, then sends the form again. */
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

/** Needs neither a session nor loader data. */
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

interface ErrorFrameProps {
  title: string;
  text: string;
  otherLanguage?: { lang: string; text: string; returnHome: string };
  action?: ReactNode;
  /** Label of the shop's search; undefined hides it. */
  search?: string;
  children?: ReactNode;
  below?: ReactNode;
}

function ErrorFrame({ title, text, otherLanguage, action, search, children, below }: ErrorFrameProps) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <main
      id="main"
      className={classNames(
        "flex min-h-dvh flex-col items-center py-16 text-center",
        // Top-aligned: centred content would move while more of the page arrives.
        !below && "justify-center",
      )}
    >
      <Container width="narrow">
        <Drawing name="broken-stave" className="mx-auto mb-6 w-70 max-w-full" />
        <h1 className="text-4xl tracking-[-0.03em] sm:text-6xl">{title}</h1>
        <p className="mt-4 text-lg text-ink-soft">{text}</p>
        {otherLanguage && (
          <p lang={otherLanguage.lang} className="mt-1 text-lg text-ink-soft">
            {otherLanguage.text}
          </p>
        )}
        {children}
        {search && <ShopSearch label={search} />}
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          {action}
          <ButtonLink {...linkTo("/")} variant={action ? "secondary" : "primary"}>
            {t("errors.returnHome")}
          </ButtonLink>
          {otherLanguage && (
            <ButtonLink to="/" lang={otherLanguage.lang} hrefLang={languages.pt.tag} variant="secondary">
              {otherLanguage.returnHome}
            </ButtonLink>
          )}
        </div>
      </Container>
      {below && <Container width="medium">{below}</Container>}
    </main>
  );
}

/** A plain form: the error page must work whatever failed. */
function ShopSearch({ label }: { label: string }) {
  const t = useText();
  const language = languageField(useLocale());
  return (
    <Form
      action="/marketplace"
      role="search"
      autoComplete="off"
      className="mx-auto mt-8 flex max-w-md gap-2"
      reloadDocument
    >
      {language && <input type="hidden" {...language} />}
      <input
        type="search"
        name="q"
        maxLength={200}
        aria-label={label}
        placeholder={label}
        className="min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface px-4 text-base placeholder:text-ink-faint hover:border-ink-soft"
      />
      <Button variant="secondary">{t("marketplace.searchButton")}</Button>
    </Form>
  );
}

function TryAgain() {
  const t = useText();
  const { pathname, search } = useLocation();
  return (
    <ButtonLink to={pathname + search} reloadDocument>
      {t("errors.tryAgain")}
    </ButtonLink>
  );
}

/** The id is of the server's page: wrong after a navigation by script. */
function RequestCode() {
  const t = useText();
  const { requestId } = usePage();
  const hydrated = useHydrated();
  const [fromServer] = useState(!hydrated);
  if (!fromServer || !requestId) return null;
  return <p className="mt-4 text-sm text-ink-faint">{t("errors.requestId", { id: requestId })}</p>;
}

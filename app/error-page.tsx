import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { languages, locales } from "~/i18n/languages";
import { useLocale, useText } from "~/i18n/use-locale";
import { databaseFailure } from "~/platform/database-away";
import { NetworkFailure } from "~/platform/network-failure";
import { ErrorFrame, RequestCode, TryAgain } from "./error-frame";

export function ErrorPage() {
  const error = useRouteError();
  const t = useText();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (error instanceof NetworkFailure) return <NetworkFailurePage />;
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

import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { useText } from "~/i18n/use-locale";
import { isDatabaseAwayAnswer } from "~/platform/database-away";
import { NetworkFailure } from "~/platform/network-failure";
import { DatabaseAwayPage } from "./database-away-page";
import { ErrorFrame, RequestCode, TryAgain } from "./error-frame";

export function ErrorPage() {
  const error = useRouteError();
  const t = useText();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (error instanceof NetworkFailure) return <NetworkFailurePage />;
  if (isDatabaseAwayAnswer(error)) return <DatabaseAwayPage />;
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

export function NotFound({ children }: { children?: ReactNode }) {
  const t = useText();
  return (
    <ErrorFrame
      title={t("errors.notFoundTitle")}
      text={t("errors.notFound")}
      search={t("marketplace.search")}
      below={children}
    />
  );
}

function NetworkFailurePage() {
  const t = useText();
  return <ErrorFrame title={t("errors.noAnswerTitle")} text={t("errors.pageLost")} action={<TryAgain />} />;
}

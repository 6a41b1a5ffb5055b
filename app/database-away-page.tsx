import { useText } from "~/i18n/use-locale";
import { ErrorFrame, RequestCode, TryAgain } from "./error-frame";

/** Shown while the database is unavailable. Needs neither a session nor loader data. */
export function DatabaseAwayPage() {
  const t = useText();
  return (
    <ErrorFrame title={t("errors.awayTitle")} text={t("errors.away")} action={<TryAgain />}>
      <RequestCode />
    </ErrorFrame>
  );
}

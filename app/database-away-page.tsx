import { useText } from "~/i18n/use-locale";
import { ErrorFrame, RequestCode, TryAgain } from "./error-frame";

/** Shown while the database is unavailable, or too busy to answer in time. Needs neither a session nor loader data. */
export function DatabaseAwayPage({ failure }: { failure: "away" | "busy" }) {
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

import { useNavigate } from "@remix-run/react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { BackLink } from "~/ui/page-frame/back-link";

/** Back to the page before: by the history where script runs, else by its address. */
export function BackToBefore({ path }: { path: string }) {
  const t = useText();
  const linkTo = useLinkTo();
  const navigate = useNavigate();
  return (
    <BackLink
      {...linkTo(path)}
      onClick={(event) => {
        // Only within what this document opened: before it there may be the payment page, or another site.
        if (!((window.history.state as { idx?: number } | null)?.idx ?? 0)) return;
        event.preventDefault();
        navigate(-1);
      }}
    >
      {t("common.back")}
    </BackLink>
  );
}

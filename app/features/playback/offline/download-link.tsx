import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icons";

/**
 * Leads to the page that keeps a lesson, or the lessons of a course, on the device. `offline`: null without a file of
 * ours, which shows nothing.
 */
export function DownloadLink({ id, offline }: { id: string; offline: "allowed" | "refused" | null }) {
  const t = useText();
  const linkTo = useLinkTo();
  if (offline === null) return null;
  if (offline === "refused") return <p className="text-sm text-ink-soft">{t("player.offlineRefused")}</p>;
  return (
    <ButtonLink {...linkTo(`/downloads?video=${id}`)} reloadDocument variant="secondary" size="small">
      <Icon name="download" />
      {t("player.download")}
    </ButtonLink>
  );
}

import { useLinkTo, useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icons";
import { TextLink } from "~/ui/link";
import { Notice } from "~/ui/notice";
import type { DetailsView } from "./details-changes.server";

interface HeldDetailsNoticeProps {
  held: NonNullable<DetailsView["held"]>;
  audience?: "owner" | "administrator";
}

export function HeldDetailsNotice({ held, audience = "owner" }: HeldDetailsNoticeProps) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <Notice tone="info" title={t("payouts.detailsHeldUntil", { date: held.until })}>
      <p>
        {t("payouts.detailsHeldWhy", { hours: held.hours })}{" "}
        {held.paidTo ? t("payouts.detailsPaidTo", { paidTo: held.paidTo }) : t("payouts.detailsPaidNowhere")}
      </p>
      {audience === "owner" && (
        <p>
          {t("payouts.detailsNotYou")}{" "}
          <TextLink {...linkTo("/account")}>{t("payouts.detailsPassword")}</TextLink>.
        </p>
      )}
    </Notice>
  );
}

export function DetailsHistory({ changes }: Pick<DetailsView, "changes">) {
  const t = useText();
  if (changes.length === 0) return null;
  return (
    <details className="group/changes">
      <summary className="flex min-h-11 items-center gap-2 font-semibold">
        {t("payouts.detailsHistory")}
        <Icon name="chevron-down" className="size-4 group-open/changes:rotate-180" />
      </summary>
      <Card>
        <ul className="divide-y divide-line">
          {changes.map((change) => (
            <li key={change.id} className="px-5 py-4">
              <p className="break-words">
                {t("payouts.detailsFromTo", { from: change.from || "–", to: change.to || "–" })}
              </p>
              <p className="text-sm text-ink-soft">
                {t("payouts.detailsChangedAt", { date: change.date })}{" "}
                {t(`payouts.detailsStates.${change.state}`, { date: change.since })}
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </details>
  );
}

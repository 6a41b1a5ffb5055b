import { useLinkTo, useText } from "~/i18n/use-locale";
import { Notice } from "~/ui/notice";
import { TextLink } from "~/ui/text-link";
import type { DetailsView } from "./show-details-changes.server";

interface HeldDetailsNoticeProps {
  held: NonNullable<DetailsView["held"]>;
  /** `administrator`: without the advice to the owner of the account. */
  audience?: "owner" | "administrator";
}

/** Says from when a change of payout details applies, and where payouts go until then. */
export function HeldDetailsNotice({ held, audience = "owner" }: HeldDetailsNoticeProps) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <Notice tone="info" title={t("payouts.detailsHeldUntil", { date: held.until })} className="my-8">
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

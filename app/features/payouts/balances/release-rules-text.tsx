import { formatMoney } from "~/features/base/money/money";
import type { ReleaseRulesView } from "~/features/ledger/releases/show-releases.server";
import { useLocale, useText } from "~/i18n/use-locale";

/** When earnings are released, with the numbers in force and those to come. `leastCents`: the smallest payout. */
export function ReleaseRulesText({
  leastCents,
  rules: { days, next },
}: {
  leastCents: number;
  rules: ReleaseRulesView;
}) {
  const t = useText();
  const least = formatMoney(leastCents, "BRL", useLocale());
  return (
    <>
      {t("payouts.rules", { ...days, least })} {next && t("payouts.rulesNext", next)}
    </>
  );
}

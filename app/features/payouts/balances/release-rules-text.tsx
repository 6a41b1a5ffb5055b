import { formatMoney } from "~/features/base/money/money";
import type { ReleaseRulesView } from "~/features/ledger/releases/show-releases.server";
import { useLocale, useText } from "~/i18n/use-locale";

/** When earnings are released, with the numbers in force and those to come. `minimumCents`: the minimum payout. */
export function ReleaseRulesText({
  minimumCents,
  rules: { days, next },
}: {
  minimumCents: number;
  rules: ReleaseRulesView;
}) {
  const t = useText();
  const minimum = formatMoney(minimumCents, "BRL", useLocale());
  return (
    <>
      {t("payouts.rules", { ...days, minimum })} {next && t("payouts.rulesNext", next)}
    </>
  );
}

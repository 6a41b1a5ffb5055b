import { formatMoney } from "~/features/base/money/money";
import { releaseDays } from "~/features/ledger/ledger/release-rules";
import { useLocale, useText } from "~/i18n/use-locale";

/** When earnings are released, with the rules' own numbers. `leastCents`: the smallest payout. */
export function ReleaseRulesText({ leastCents }: { leastCents: number }) {
  const t = useText();
  const locale = useLocale();
  const { pix, boleto, card } = releaseDays;
  const least = formatMoney(leastCents, "BRL", locale);
  return <>{t("payouts.rules", { pix, boleto, card, least })}</>;
}

import { formatMoney } from "~/features/base/money/money";
import { releaseDays } from "~/features/ledger/ledger/release-rules";
import { smallestPayoutCents } from "~/features/payouts/payees/smallest-payout";
import { useText } from "~/i18n/use-locale";

/** When earnings are released, with the rules' own numbers. */
export function ReleaseRulesText() {
  const t = useText();
  const { pix, boleto, card } = releaseDays;
  const least = formatMoney(smallestPayoutCents, "BRL");
  return <>{t("payouts.rules", { pix, boleto, card, least })}</>;
}

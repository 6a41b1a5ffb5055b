import { formatMoney } from "~/features/money/money";
import { useText } from "~/i18n/use-locale";
import { releaseDays } from "../ledger/release-rules";
import { smallestPayoutCents } from "./smallest-payout";

/** When earnings are released, with the rules' own numbers. */
export function ReleaseRulesText() {
  const t = useText();
  const { pix, boleto, card } = releaseDays;
  const least = formatMoney(smallestPayoutCents, "BRL");
  return <>{t("payouts.rules", { pix, boleto, card, least })}</>;
}

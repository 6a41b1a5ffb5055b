import type { Currency } from "~/features/base/money/currency";
import { formatMoney } from "~/features/base/money/money";
import type { Account } from "~/features/ledger/ledger/ledger-accounts";
import { useText } from "~/i18n/use-locale";
import { EmptyState } from "~/ui/empty-state";
import { StatCard } from "~/ui/stat-card";

const shown = [
  ["creator", "people.balanceCreator", "wallet"],
  ["creator_held", "people.balanceHeld", "lock"],
  ["in_transit", "people.balanceInTransit", "clock"],
  ["paid_out", "people.balancePaidOut", "check"],
] as const;

export function CreatorBalances({
  balances,
}: {
  balances: readonly { account: Account; currency: Currency; balance_cents: number }[];
}) {
  const t = useText();
  const currencies = [...new Set(balances.map(({ currency }) => currency))];
  return (
    <section aria-labelledby="balances" className="mt-10">
      <h2 id="balances" className="mb-4 text-2xl">
        {t("people.balances")}
      </h2>
      {currencies.length === 0 && <EmptyState icon="wallet" title={t("people.noBalances")} />}
      {currencies.map((currency) => (
        <div key={currency} className="mb-4 grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
          {shown.map(([account, label, icon]) => {
            const balance = balances.find((row) => row.account === account && row.currency === currency);
            const money = formatMoney(balance?.balance_cents ?? 0, currency);
            return <StatCard key={account} icon={icon} label={t(label)} value={money} />;
          })}
        </div>
      ))}
    </section>
  );
}

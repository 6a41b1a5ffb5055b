import type { Day } from "~/features/base/money/days";
import { formatMoney } from "~/features/base/money/money";
import { ReserveNote } from "~/features/ledger/releases/reserve-note";
import type { ReleaseRulesView, ReserveView } from "~/features/ledger/releases/show-releases.server";
import { useLocale, useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { Notice } from "~/ui/notice";
import type { Balance } from "./balances.queries.server";
import { ReleaseList } from "./release-list";
import { ReleaseRulesText } from "./release-rules-text";

/** A creator's balance in parts: what is released, coming releases, held and transferred money. */
export function OwnBalance({
  balance,
  releases,
  payoutDay,
  minimumCents,
  rules,
  reserve,
}: {
  balance: Balance;
  releases: readonly { day: Day; cents: number }[];
  /** "sexta-feira, 27 nov": when the next batch is made; undefined if no days are set. */
  payoutDay: string | undefined;
  /** The creator's minimum payout, in cents. */
  minimumCents: number;
  rules: ReleaseRulesView;
  reserve: ReserveView | undefined;
}) {
  const t = useText();
  const locale = useLocale();
  const money = (cents: number) => formatMoney(cents, "BRL", locale);
  const { payableCents } = balance;
  const figures = [
    [t("payouts.released"), Math.max(0, payableCents)],
    [t("payouts.releasing"), balance.laterCents],
    [t("payouts.held"), balance.heldCents],
    [t("payouts.inTransit"), balance.inTransitCents],
    [t("payouts.paidOut"), balance.paidOutCents],
  ] as const;
  return (
    <Card as="section" aria-labelledby="own-balance" className="p-5 sm:p-6">
      <h2 id="own-balance" className="text-2xl">
        {t("payouts.ownTitle")}
      </h2>
      {payableCents < 0 ? (
        <Notice tone="warn" className="mt-3">
          {t("payouts.negative")}
        </Notice>
      ) : (
        <p className="mt-3 text-ink-soft">
          {payableCents > 0 && payableCents < minimumCents
            ? t("payouts.below", { minimum: money(minimumCents) })
            : payoutDay
              ? t("payouts.nextPayoutOn", { date: payoutDay })
              : t("payouts.nextPayoutHint")}
        </p>
      )}
      <dl className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-6 gap-y-4 border-t border-line pt-5 sm:grid-cols-3">
        {figures.map(([label, cents]) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="font-semibold tabular-nums">{money(cents)}</dd>
          </div>
        ))}
      </dl>
      {reserve && <ReserveNote reserve={reserve} />}
      <div className="mt-4">
        <ReleaseList releases={releases} open />
      </div>
      <p className="mt-3 text-sm text-ink-soft">
        <ReleaseRulesText minimumCents={minimumCents} rules={rules} />
      </p>
    </Card>
  );
}

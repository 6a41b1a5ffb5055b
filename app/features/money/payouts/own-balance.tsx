import { type Day, formatShortDay } from "~/features/base/money/days";
import { formatMoney } from "~/features/base/money/money";
import { ReserveNote } from "~/features/money/fees/reserve-note";
import type { ReleaseRulesView, ReserveView } from "~/features/money/fees/show-releases.server";
import { useLocale, useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { Notice } from "~/ui/notice";
import type { Balance } from "./balances.queries.server";
import { decideNextTransfer } from "./next-transfer";
import { ReleaseList, ReleaseRulesText } from "./release-list";

/** A creator's balance and next transfer in one line, above the form of their payment details. */
export function BalanceLine({
  balance,
  releases,
  payoutDay,
  minimumCents,
}: {
  balance: { owedCents: number; payableCents: number };
  /** "sexta-feira, 27 nov": when the next batch is made; undefined if no days are set. */
  payoutDay: string | undefined;
  /** The creator's minimum payout, in cents. */
  minimumCents: number;
  releases: readonly { day: Day; cents: number }[];
}) {
  const t = useText();
  const locale = useLocale();
  const next = decideNextTransfer(balance.payableCents, releases, minimumCents);
  const money = (cents: number) => formatMoney(cents, "BRL", locale);
  return (
    <Card className="mb-8 p-4 sm:p-5">
      <dl className="grid gap-4 sm:grid-cols-2">
        <div>
          <dt className="text-sm text-ink-soft">{t("payouts.balance")}</dt>
          <dd className="text-2xl font-bold tabular-nums">{money(balance.owedCents)}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">{t("payouts.nextPayout")}</dt>
          <dd>
            {next ? (
              <>
                <span className="text-2xl font-bold tabular-nums">{money(next.cents)}</span>
                <span className="block text-sm text-ink-soft">
                  {next.kind === "fromDay"
                    ? t("payouts.nextFrom", { date: formatShortDay(next.day, locale) })
                    : payoutDay
                      ? t("payouts.nextInBatchOn", { date: payoutDay })
                      : t("payouts.nextInBatch")}
                </span>
              </>
            ) : (
              <span className="text-sm text-ink-soft">{t("payouts.nextNone")}</span>
            )}
          </dd>
        </div>
      </dl>
      <a
        href="#own-balance"
        className="mt-2 inline-flex min-h-11 items-center text-sm font-semibold text-ink underline underline-offset-4"
      >
        {t("payouts.wholeBalance")}
      </a>
    </Card>
  );
}

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

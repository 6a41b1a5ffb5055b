import { type Day, formatShortDay } from "~/features/base/money/days";
import { formatMoney } from "~/features/base/money/money";
import { useLocale, useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { decideNextTransfer } from "./next-transfer";

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

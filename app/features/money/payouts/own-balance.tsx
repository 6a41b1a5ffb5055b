import { type Day, formatShortDay } from "~/features/base/money/days";
import { formatMoney } from "~/features/base/money/money";
import { useLocale, useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { classNames } from "~/ui/class-names";
import { Icon } from "~/ui/icons";
import { Notice } from "~/ui/notice";
import type { PaymentsView } from "./show-payments.server";

/** Days of release that are listed at once; later ones are folded. */
const daysShown = 4;

/** A creator's balance and its dates: the next payout, what is released later, and what a dispute holds. */
export function OwnBalance({
  balance,
  releases,
  nextPayout: next,
  minimumCents,
}: Pick<PaymentsView, "balance" | "releases" | "nextPayout" | "minimumCents">) {
  const t = useText();
  const locale = useLocale();
  const money = (cents: number) => formatMoney(cents, "BRL", locale);
  const later = releases.filter(({ day }) => !next || day > next.ready);
  const total = balance.owedCents + balance.heldCents;
  return (
    <Card as="section" aria-labelledby="own-balance">
      <div className="px-5 pt-5 pb-4 sm:px-6">
        <h2 id="own-balance" className="font-sans text-base font-normal tracking-normal text-ink-soft">
          {t("payouts.ownTitle")}
        </h2>
        <p className="font-display text-4xl font-extrabold tracking-tight tabular-nums sm:text-5xl">
          {money(total)}
        </p>
        {balance.payableCents < 0 && (
          <Notice tone="warn" className="mt-3">
            {t("payouts.negative")}
          </Notice>
        )}
        {!next && balance.payableCents >= 0 && (
          <p className="mt-1 text-ink-soft">
            {balance.payableCents > 0
              ? t("payouts.below", { minimum: money(minimumCents) })
              : t("payouts.nextNone")}
          </p>
        )}
      </div>
      <ul className="divide-y divide-line">
        {next && (
          <Line
            title={
              next.day
                ? t("payouts.nextOn", { date: formatShortDay(next.day, locale) })
                : t("payouts.nextInBatch")
            }
            amount={money(next.cents)}
            className="bg-success-soft text-on-success-soft"
          />
        )}
        <Releases releases={later.slice(0, daysShown)} money={money} />
        {balance.heldCents > 0 && (
          <Line title={t("payouts.held")} note={t("payouts.heldUntil")} amount={money(balance.heldCents)} />
        )}
        {balance.inTransitCents > 0 && (
          <Line title={t("payouts.inTransit")} amount={money(balance.inTransitCents)} />
        )}
        {balance.paidOutCents > 0 && (
          <Line title={t("payouts.paidOut")} amount={money(balance.paidOutCents)} className="text-ink-soft" />
        )}
      </ul>
      {later.length > daysShown && (
        <details className="group/days border-t border-line">
          <summary className="flex min-h-12 items-center gap-2 px-5 text-sm font-semibold sm:px-6">
            {t("payouts.releaseDays")}
            <Icon name="chevron-down" className="size-4 group-open/days:rotate-180" />
          </summary>
          <ul className="divide-y divide-line border-t border-line">
            <Releases releases={later.slice(daysShown)} money={money} />
          </ul>
        </details>
      )}
    </Card>
  );
}

function Releases({
  releases,
  money,
}: {
  releases: readonly { day: Day; cents: number }[];
  money: (cents: number) => string;
}) {
  const locale = useLocale();
  return releases.map(({ day, cents }) => (
    <Line key={day} title={formatShortDay(day, locale)} amount={money(cents)} />
  ));
}

function Line({
  title,
  note,
  amount,
  className,
}: {
  title: string;
  note?: string;
  amount: string;
  className?: string;
}) {
  return (
    <li className={classNames("flex items-center justify-between gap-4 px-5 py-3.5 sm:px-6", className)}>
      <span className="min-w-0 font-semibold">
        {title}
        {note && <span className="block text-sm font-normal text-ink-soft">{note}</span>}
      </span>
      <span className="font-bold tabular-nums">{amount}</span>
    </li>
  );
}

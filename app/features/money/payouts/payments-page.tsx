import type { OwnShare, ReserveView } from "~/features/money/fees/show-fees.server";
import { DetailsHistory, HeldDetailsNotice } from "~/features/money/payees/details-history";
import { type Day, formatShortDay } from "~/i18n/days";
import { formatMoney } from "~/i18n/money";
import { useLocale, useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icons";
import { classNames } from "~/ui/looks";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-frame/page-header";
import { PayoutDetailsForm } from "./payout-details-form";
import { PayoutHistory } from "./payout-history";
import { ReleaseRulesText } from "./release-list";
import type { PaymentsView } from "./show-payments.server";

export function PaymentsPage({
  saved,
  proofNeeded,
  result,
}: {
  saved: PaymentsView;
  proofNeeded: boolean;
  result: ReturnType<typeof useActionResult>;
}) {
  const t = useText();
  const { destination, details } = saved;
  return (
    <div className="mx-auto max-w-2xl space-y-6">
      <PageHeader kicker={t("creator.payments")} title={t("creator.navItems.receive")} />
      <OwnBalance {...saved} />
      {details.held && <HeldDetailsNotice held={details.held} />}
      <Card as="section" aria-label={t("creator.whereTitle")}>
        <details
          open={destination === null || details.held !== null || result.failed}
          className="group/where"
        >
          <summary className="flex items-center gap-4 px-5 py-4 sm:px-6">
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                {t("creator.whereTitle")}
                <Badge tone={destination ? "success" : "warn"}>
                  {t(
                    destination
                      ? "creator.complete"
                      : saved.taxId
                        ? "creator.incomplete"
                        : "creator.taxIdMissing",
                  )}
                </Badge>
              </span>
              {destination && (
                <span className="mt-1 block text-sm text-ink-soft">
                  {destination}
                  <br />
                  {t("creator.taxIdIs", { number: saved.taxId ?? "" })}
                </span>
              )}
            </span>
            <Icon name="chevron-down" className="size-5 group-open/where:rotate-180" />
          </summary>
          <div className="border-t border-line px-5 py-5 sm:px-6">
            <PayoutDetailsForm saved={saved} proofNeeded={proofNeeded} result={result} />
          </div>
        </details>
      </Card>
      <PayoutHistory payouts={saved.payouts} next={saved.next} />
      <DetailsHistory changes={details.changes} />
      <section className="rounded-panel bg-sunken px-5 py-4 sm:px-6">
        <h2 className="font-sans text-base font-semibold tracking-normal">{t("creator.howPaidTitle")}</h2>
        <p className="mt-1 text-sm text-ink-soft">{t("creator.howPaidText")}</p>
        <details className="group/rules mt-1">
          <summary className="flex min-h-11 items-center gap-2 text-sm font-semibold">
            {t("payouts.rulesTitle")}
            <Icon name="chevron-down" className="size-4 group-open/rules:rotate-180" />
          </summary>
          <div className="space-y-3 pb-2 text-sm text-ink-soft">
            {saved.share && <OwnShareNote share={saved.share} />}
            <p>
              <ReleaseRulesText minimumCents={saved.minimumCents} rules={saved.rules} />
            </p>
          </div>
        </details>
      </section>
      {saved.reserve && <ReserveNote reserve={saved.reserve} />}
    </div>
  );
}

/** Later ones are folded. */
const daysShown = 4;

function OwnBalance({
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

function OwnShareNote({ share }: { share: OwnShare }) {
  const t = useText();
  return (
    <p>
      {t("payouts.ownShare", share.now)} {share.next && t("payouts.ownShareNext", share.next)}
    </p>
  );
}

function ReserveNote({ reserve: { now, next, held } }: { reserve: ReserveView }) {
  const t = useText();
  if (!now && !next && !held) return null;
  return (
    <Notice tone="info" title={t("payouts.reserveTitle")} className="mt-4">
      {now && <p>{t("payouts.reserveNow", now)}</p>}
      {next && <p>{next.days === 0 ? t("payouts.reserveEnds", next) : t("payouts.reserveNext", next)}</p>}
      {held && <p>{t("payouts.reserveHeld", { held })}</p>}
    </Notice>
  );
}

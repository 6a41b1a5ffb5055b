import { Form } from "@remix-run/react";
import { formatMoney } from "~/i18n/money";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icons";
import { TextLink } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { nameWeekday, weekdays } from "./payout-days";
import { ReleaseList, ReleaseRulesText } from "./release-list";
import type { OwedCreator, PayoutsView } from "./show-payouts.server";

export function NextBatch({ shown }: { shown: PayoutsView }) {
  const { next, weekdays, payoutDay, draft, minimumCents, rules } = shown;
  const t = useText();
  const sum = formatMoney(next.cents, "BRL");
  const several = next.count === 1 ? t("payouts.nextBatchOne", { sum }) : undefined;
  return (
    <>
      {draft && next.count > 0 && (
        <Notice
          tone="info"
          title={draft.count === 1 ? t("payouts.draftOne", draft) : t("payouts.draft", draft)}
          className="mt-6"
        >
          <p>{t("payouts.draftText")}</p>
          <TextLink to="/admin/payouts/prepare">{t("payouts.draftCheck")}</TextLink>
        </Notice>
      )}
      <Card as="section" aria-labelledby="next-batch" className="mt-8 p-5 sm:p-6">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div className="min-w-0">
            <h2 id="next-batch" className="text-sm font-medium text-ink-soft">
              {t("payouts.nextBatch")}
            </h2>
            <p className="text-2xl font-bold tabular-nums">
              {next.count === 0
                ? t("payouts.nextBatchNone")
                : (several ?? t("payouts.nextBatchSum", { sum, count: next.count }))}
            </p>
            {next.isFull && (
              <p className="mt-1 text-ink-soft">{t("payouts.batchFull", { count: next.count })}</p>
            )}
            {next.leftOut > 0 && (
              <p className="mt-1 text-ink-soft">{t("payouts.leftOutCount", { count: next.leftOut })}</p>
            )}
          </div>
          {next.count > 0 && <ButtonLink to="/admin/payouts/prepare">{t("payouts.prepare")}</ButtonLink>}
        </div>
        {payoutDay && <p className="mt-1 text-ink-soft">{t("payouts.daysNext", { date: payoutDay })}</p>}
        <details className="group/rules mt-4 border-t border-line pt-2">
          <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1 font-semibold">
            {t("payouts.limits")}
            <Icon name="chevron-down" className="size-4 group-open/rules:rotate-180" />
          </summary>
          <p className="text-sm text-ink-soft">
            <ReleaseRulesText minimumCents={minimumCents} rules={rules} />
          </p>
          <p className="flex flex-wrap gap-x-6">
            <TextLink to="/admin/payouts/smallest">{t("fees.minimumOpen")}</TextLink>
            <TextLink to="/admin/payouts/release">{t("releases.open")}</TextLink>
          </p>
        </details>
        <SchedulePanel chosen={weekdays} />
      </Card>
    </>
  );
}

function SchedulePanel({ chosen }: { chosen: readonly number[] }) {
  const t = useText();
  return (
    <details className="group/days border-t border-line pt-2">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1 font-semibold">
        {t("payouts.days")}
        <span className="font-normal text-ink-soft">
          {chosen.length === 0 ? t("payouts.daysNone") : chosen.map(nameWeekday).join(", ")}
        </span>
        <Icon name="chevron-down" className="size-4 group-open/days:rotate-180" />
      </summary>
      <Form method="post" action="/admin/payouts" key={chosen.join()} className="mt-2 space-y-4">
        <input type="hidden" name="intent" value="schedule" />
        <fieldset>
          <legend className="text-sm text-ink-soft">{t("payouts.daysHint")}</legend>
          <div className="mt-2 flex flex-wrap gap-x-5">
            {weekdays.map((weekday) => (
              <label key={weekday} className="flex min-h-11 items-center gap-2">
                <input
                  type="checkbox"
                  name="weekday"
                  value={weekday}
                  defaultChecked={chosen.includes(weekday)}
                  className="size-5 accent-forest"
                />
                {nameWeekday(weekday)}
              </label>
            ))}
          </div>
        </fieldset>
        <Button variant="secondary">{t("payouts.daysSave")}</Button>
      </Form>
    </details>
  );
}

export function OwedCreatorList({ creators }: { creators: readonly OwedCreator[] }) {
  const t = useText();
  if (creators.length === 0)
    return (
      <EmptyState icon="wallet" title={t("payouts.noCreators")} description={t("payouts.noCreatorsHint")} />
    );
  return (
    <Card>
      <ul className="divide-y divide-line">
        {creators.map((creator) => (
          <OwedCreatorItem key={creator.id} creator={creator} />
        ))}
      </ul>
    </Card>
  );
}

function OwedCreatorItem({ creator }: { creator: OwedCreator }) {
  const t = useText();
  const money = (cents: number) => formatMoney(cents, "BRL");
  const name = creator.name || t("payouts.nobody");
  const { payableCents, problem, inTransitCents, minimumCents } = creator;
  const enough = payableCents >= minimumCents;
  const further = [
    [t("payouts.releasing"), creator.laterCents],
    [t("payouts.held"), creator.heldCents],
    [t("payouts.inTransit"), inTransitCents],
  ] as const;
  return (
    <li className="px-5 py-4 sm:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-60">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold break-words">{name}</span>
            {problem && <Badge tone="warn">{t(`payouts.problems.${problem}`)}</Badge>}
          </p>
          {payableCents < 0 && <p className="text-sm text-danger-ink">{t("payouts.negative")}</p>}
          {payableCents > 0 && !enough && (
            <p className="text-sm text-ink-soft">{t("payouts.below", { minimum: money(minimumCents) })}</p>
          )}
          {enough && inTransitCents > 0 && <p className="text-sm text-ink-soft">{t("payouts.underWay")}</p>}
          <ul className="mt-1 flex flex-wrap gap-x-5 text-sm text-ink-soft tabular-nums">
            {further
              .filter(([, cents]) => cents !== 0)
              .map(([label, cents]) => (
                <li key={label}>
                  {label}: {money(cents)}
                </li>
              ))}
          </ul>
          <ReleaseList releases={creator.releases} />
        </div>
        <div className="sm:text-right">
          <p className="text-sm text-ink-soft">{t("payouts.payableNow")}</p>
          <p className="text-xl font-bold tabular-nums">{money(payableCents)}</p>
          {enough && !problem && inTransitCents === 0 && (
            <ButtonLink
              to={`/admin/payouts/prepare?creator=${creator.id}`}
              variant="quiet"
              size="small"
              className="-ml-3 whitespace-nowrap sm:-mr-3 sm:ml-0"
              aria-label={t("payouts.onlyThisOf", { name })}
            >
              {t("payouts.onlyThis")}
            </ButtonLink>
          )}
        </div>
      </div>
    </li>
  );
}

import { formatMoney } from "~/features/base/money/money";
import { useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Notice } from "~/ui/notice";
import { TextLink } from "~/ui/text-link";
import { ReleaseRulesText } from "./release-list";
import { SchedulePanel } from "./schedule-panel";
import type { PayoutsView } from "./show-payouts.server";

/** The sum and the day of the next batch, the rules behind them, and a prepared draft. */
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
        <p className="mt-4 border-t border-line pt-4 text-sm text-ink-soft">
          {payoutDay && `${t("payouts.daysNext", { date: payoutDay })} `}
          <ReleaseRulesText minimumCents={minimumCents} rules={rules} />
        </p>
        <p className="flex flex-wrap gap-x-6">
          <TextLink to="/admin/payouts/smallest">{t("fees.minimumOpen")}</TextLink>
          <TextLink to="/admin/payouts/release">{t("releases.open")}</TextLink>
        </p>
        <div className="mt-4">
          <SchedulePanel chosen={weekdays} />
        </div>
      </Card>
    </>
  );
}

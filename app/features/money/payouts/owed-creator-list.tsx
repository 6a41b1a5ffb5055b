import { formatMoney } from "~/features/base/money/money";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import type { OwedCreator } from "./owed-creators.server";
import { ReleaseList } from "./release-list";

/** Creators with a balance or a debt: payable now, coming releases, and obstacles. */
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

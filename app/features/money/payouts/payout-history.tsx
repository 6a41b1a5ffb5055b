import { useLinkTo, useText } from "~/i18n/use-locale";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { PageLinks } from "~/ui/page-links";
import type { PayoutStatus } from "./payout-notes";
import { PayoutStatusBadge } from "./payout-status";

export interface PayoutView {
  id: string;
  status: PayoutStatus;
  amount: string;
  date: string;
  decided: string | null;
  bankReference: string | null;
  failure: string | null;
}

export function PayoutHistory({
  payouts,
  next,
}: {
  payouts: readonly PayoutView[];
  next: string | undefined;
}) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <section aria-labelledby="payout-history">
      <h2 id="payout-history" className="mb-2 text-xl">
        {t("payouts.history")}
      </h2>
      {payouts.length === 0 ? (
        <EmptyState icon="bank" title={t("payouts.noHistory")} description={t("payouts.noHistoryHint")} />
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {payouts.map((payout) => (
            <li key={payout.id}>
              <Link
                {...linkTo(`/creator/payouts/${payout.id}`)}
                aria-label={t("payouts.statementOf", {
                  date: payout.decided ?? payout.date,
                  amount: payout.amount,
                })}
                className="-mx-2 grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4 gap-y-1 rounded-control px-2 py-3.5 hover:bg-sunken"
              >
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                  {payout.decided ?? payout.date}
                  <PayoutStatusBadge status={payout.status} />
                </span>
                <span className="text-right font-bold tabular-nums">{payout.amount}</span>
                <Icon name="chevron-down" className="size-5 -rotate-90" />
                {payout.bankReference && (
                  <span className="col-span-full text-sm break-words text-ink-soft">
                    {t("payouts.reference", { reference: payout.bankReference })}
                  </span>
                )}
                {payout.failure && (
                  <span className="col-span-full text-sm break-words text-ink-soft">
                    {t("payouts.reason", { reason: payout.failure })}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Link
        {...linkTo("/creator/year")}
        className="-mx-2 flex min-h-14 items-center justify-between gap-4 rounded-control px-2 font-semibold hover:bg-sunken"
      >
        {t("payouts.yearReport")}
        <Icon name="chevron-down" className="size-5 -rotate-90" />
      </Link>
      <PageLinks
        next={
          next
            ? { ...linkTo(`/creator/payments?after=${next}#payout-history`), label: t("payouts.more") }
            : undefined
        }
      />
    </section>
  );
}

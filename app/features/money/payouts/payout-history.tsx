import { useLinkTo, useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { Link } from "~/ui/link";
import { PageLinks } from "~/ui/page-links";
import type { PayoutStatus } from "./payout-notes";
import { PayoutStatusBadge } from "./payout-status";

export interface PayoutView {
  id: string;
  status: PayoutStatus;
  /** "R$ 49,90" */
  amount: string;
  /** "05 nov 2026, 14:30" */
  date: string;
  decided: string | null;
  bankReference: string | null;
  failure: string | null;
}

/** A creator's payouts, newest first, each with its statement. `next` leads to the older ones. */
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
      <h2 id="payout-history" className="mb-4 text-2xl">
        {t("payouts.history")}
      </h2>
      {payouts.length === 0 ? (
        <EmptyState icon="bank" title={t("payouts.noHistory")} description={t("payouts.noHistoryHint")} />
      ) : (
        <Card>
          <ul className="divide-y divide-line">
            {payouts.map((payout) => (
              <li
                key={payout.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-4"
              >
                <div className="min-w-0 grow basis-48">
                  <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <span className="text-lg font-bold tabular-nums">{payout.amount}</span>
                    <PayoutStatusBadge status={payout.status} />
                  </p>
                  <p className="text-sm text-ink-faint">{payout.decided ?? payout.date}</p>
                  {payout.bankReference && (
                    <p className="text-sm break-words text-ink-soft">
                      {t("payouts.reference", { reference: payout.bankReference })}
                    </p>
                  )}
                  {payout.failure && (
                    <p className="text-sm break-words text-ink-soft">
                      {t("payouts.reason", { reason: payout.failure })}
                    </p>
                  )}
                </div>
                <Link
                  {...linkTo(`/creator/payouts/${payout.id}`)}
                  className="inline-flex min-h-11 items-center font-semibold text-ink underline decoration-1 underline-offset-4 hover:decoration-2"
                  aria-label={t("payouts.statementOf", { amount: payout.amount })}
                >
                  {t("payouts.statement")}
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
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

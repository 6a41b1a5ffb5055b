import { formatMoney } from "~/i18n/money";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { Link } from "~/ui/link";

export interface ShownBatch {
  id: string;
  date: string;
  payouts: number;
  cents: number;
  prepared: number;
  failed: number;
}

export function BatchList({ batches }: { batches: readonly ShownBatch[] }) {
  const t = useText();
  if (batches.length === 0)
    return <EmptyState icon="bank" title={t("payouts.noBatches")} description={t("payouts.noBatchesHint")} />;
  return (
    <Card>
      <ul className="divide-y divide-line">
        {batches.map((batch) => (
          <li
            key={batch.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3 sm:px-6"
          >
            <div className="min-w-0">
              <Link
                to={`/admin/payouts/${batch.id}`}
                className="inline-flex min-h-11 items-center font-semibold text-ink underline decoration-1 underline-offset-4 hover:decoration-2"
              >
                {t("payouts.batch", { date: batch.date })}
              </Link>
              <p className="flex flex-wrap items-center gap-2">
                <BatchState batch={batch} />
              </p>
            </div>
            <p className="sm:text-right">
              <span className="block text-lg font-bold tabular-nums">{formatMoney(batch.cents, "BRL")}</span>
              <span className="text-sm text-ink-soft">
                {batch.payouts === 1
                  ? t("payouts.batchCountOne")
                  : t("payouts.batchCount", { count: batch.payouts })}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function BatchState({ batch }: { batch: Pick<ShownBatch, "prepared" | "failed"> }) {
  const t = useText();
  const { prepared, failed } = batch;
  return (
    <>
      {prepared > 0 ? (
        <Badge tone="info">{t("payouts.batchOpen", { count: prepared })}</Badge>
      ) : (
        <Badge tone="success">{t("payouts.batchDone")}</Badge>
      )}
      {failed > 0 && (
        <Badge tone="danger">
          {failed === 1 ? t("payouts.batchFailedOne") : t("payouts.batchFailed", { count: failed })}
        </Badge>
      )}
    </>
  );
}

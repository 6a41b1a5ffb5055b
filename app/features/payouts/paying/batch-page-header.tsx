import { BatchState } from "~/features/payouts/batches/batch-list";
import { useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { BackLink } from "~/ui/page-frame/back-link";
import { PageHeader } from "~/ui/page-frame/page-header";
import type { ShownBatch } from "./show-batch.server";

/** The top of a batch's page: its sum and state, and the ways to pay it. `openSum`: what is left to pay. */
export function BatchPageHeader({ batch, openSum }: { batch: ShownBatch["batch"]; openSum: string }) {
  const t = useText();
  const path = `/admin/payouts/${batch.id}`;
  return (
    <PageHeader
      above={<BackLink to="/admin/payouts">{t("payouts.toPayouts")}</BackLink>}
      title={t("payouts.batch", { date: batch.date })}
      description={
        <>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold text-ink tabular-nums">{batch.sum}</span>
            {batch.payouts === 1
              ? t("payouts.batchCountOne")
              : t("payouts.batchCount", { count: batch.payouts })}
            <BatchState batch={batch} />
            {batch.prepared > 0 && <span>{t("paying.left", { sum: openSum })}</span>}
          </span>
          <span className="mt-1 block break-words">{t("payouts.batchBy", { email: batch.email })}</span>
        </>
      }
      actions={
        <>
          <ButtonLink to="/admin/payouts/statement" variant="secondary">
            <Icon name="bank" />
            {t("bankStatement.read")}
          </ButtonLink>
          {batch.prepared > 0 && (
            <>
              <ButtonLink to={`${path}/pay`}>
                <Icon name="qr" />
                {t("paying.oneByOne")}
              </ButtonLink>
              <ButtonLink to={`${path}/codes`} variant="secondary">
                {t("paying.codes")}
              </ButtonLink>
            </>
          )}
          <ButtonLink to={`${path}/pay.csv`} variant="secondary" reloadDocument>
            <Icon name="download" />
            {t("payouts.payCsv")}
          </ButtonLink>
          <ButtonLink to={`/admin/export/payouts.xlsx?batch=${batch.id}`} variant="secondary" reloadDocument>
            <Icon name="download" />
            {t("payouts.payExcel")}
          </ButtonLink>
        </>
      }
      className="mb-6"
    />
  );
}

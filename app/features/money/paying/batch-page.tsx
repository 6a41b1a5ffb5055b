import { BatchState } from "~/features/money/payouts/batch-list";
import { PayoutCard } from "~/features/money/payouts/payout-card";
import type { BatchMargins } from "~/features/money/payouts/payout-facts.queries.server";
import { formatMoney } from "~/i18n/money";
import { useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import type { FormFields } from "~/ui/forms/form-error";
import { Icon } from "~/ui/icons";
import { Link, TextLink } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { Menu, menuRow } from "~/ui/page-frame/mobile-menu";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";
import { BatchTable } from "./batch-table";
import { openedAddress } from "./batch-view";
import type { ShownBatch } from "./load-batch-table.server";

interface BatchPageProps extends ShownBatch {
  /** When the proof of identity expires, such as "14:30"; undefined if it is required again. */
  sittingUntil: string | undefined;
  result: FormFields;
}

export function BatchPage({
  batch,
  table,
  view,
  marked,
  problem,
  margins,
  sittingUntil,
  result,
}: BatchPageProps) {
  const t = useText();
  const { typedIn } = result;
  const path = `/admin/payouts/${batch.id}`;
  const proofNeeded = sittingUntil === undefined;
  const { opened } = table;
  const wrong = typedIn("payoutId") === opened?.id && typedIn("intent") !== "settle";
  return (
    <>
      <BatchPageHeader batch={batch} openSum={table.openSum} />
      {problem && (
        <Notice tone="info" title={t("payouts.secondPerson")} className="mb-5">
          {t(`approvals.problem.${problem}`)}
        </Notice>
      )}
      {table.unusual > 0 && view.show !== "problem" && (
        <Notice tone="warn" title={t("payouts.unusual")} className="mb-5">
          <p>
            {table.unusual === 1
              ? t("payouts.unusualOne")
              : t("payouts.unusualMany", { count: table.unusual })}
          </p>
          <TextLink to={`${path}?show=problem`} preventScrollReset>
            {t("paying.unusualLink")}
          </TextLink>
        </Notice>
      )}
      <BatchTable
        batchId={batch.id}
        view={view}
        rows={table.rows}
        more={table.more}
        counts={table.counts}
        mayRecord={!problem}
        marked={marked}
        proofNeeded={proofNeeded}
        sittingUntil={sittingUntil}
        result={result}
        opened={
          opened && {
            id: opened.id,
            card: (
              <PayoutCard
                payout={opened}
                batchId={batch.id}
                action={openedAddress(path, view, opened.id)}
                mayRecord={!problem}
                proofNeeded={proofNeeded}
                result={result.onlyIf(wrong)}
              />
            ),
          }
        }
      />
      {margins.grossCents !== 0 && <BatchMarginsLine margins={margins} />}
    </>
  );
}

function BatchMarginsLine({ margins }: { margins: BatchMargins }) {
  const t = useText();
  const { grossCents, platformCents, providerCents } = margins;
  const figures = [
    [t("paying.marginGross"), grossCents],
    [t("paying.marginCreators"), grossCents - platformCents],
    [t("paying.marginPlatform"), platformCents],
    [t("paying.marginProvider"), -providerCents],
    [t("paying.marginLeft"), platformCents - providerCents],
  ] as const;
  return (
    <details className="group/margins mt-8 border-y border-line">
      <summary className="flex min-h-12 cursor-pointer items-center gap-2 font-semibold">
        {t("paying.margins")}
        <span className="ml-auto tabular-nums">{formatMoney(platformCents - providerCents, "BRL")}</span>
        <Icon name="chevron-down" className="size-4 group-open/margins:rotate-180" />
      </summary>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 pb-5 sm:grid-cols-5">
        {figures.map(([label, cents]) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="font-semibold tabular-nums">{formatMoney(cents, "BRL")}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function BatchPageHeader({ batch, openSum }: { batch: ShownBatch["batch"]; openSum: string }) {
  const t = useText();
  const path = `/admin/payouts/${batch.id}`;
  return (
    <PageHeader
      above={<BackLink to="/admin/payouts">{t("payouts.toPayouts")}</BackLink>}
      title={t("payouts.batch", { date: batch.date })}
      description={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>
            <strong className="text-ink tabular-nums">{batch.sum}</strong>{" "}
            {t("paying.toCreators", { count: batch.payouts })}
            {batch.prepared > 0 && t("paying.toPay", { sum: openSum })}
          </span>
          {batch.prepared === 0 && <BatchState batch={batch} />}
        </span>
      }
      actions={
        <>
          {batch.prepared > 0 && (
            <ButtonLink to={`${path}/pay`}>
              <Icon name="qr" />
              {t("paying.oneByOne")}
            </ButtonLink>
          )}
          <ButtonLink to="/admin/payouts/statement" variant="secondary">
            <Icon name="bank" />
            {t("bankStatement.read")}
          </ButtonLink>
          <Menu
            label={t("payouts.downloads")}
            className="relative"
            button={
              <>
                <Icon name="download" />
                {t("payouts.downloads")}
              </>
            }
            buttonClassName="gap-2 px-3 font-semibold"
            panelClassName="top-full left-0 z-20 w-60 rounded-card border border-line p-2 lg:right-0 lg:left-auto"
          >
            <a href={`${path}/pay.csv`} className={menuRow}>
              {t("payouts.payCsv")}
            </a>
            <a href={`/admin/export/payouts.xlsx?batch=${batch.id}`} className={menuRow}>
              {t("payouts.payExcel")}
            </a>
            {batch.prepared > 0 && (
              <Link to={`${path}/codes`} className={menuRow}>
                {t("paying.codes")}
              </Link>
            )}
          </Menu>
        </>
      }
      className="mb-6"
    />
  );
}

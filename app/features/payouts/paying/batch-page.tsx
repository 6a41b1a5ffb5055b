import { PayoutCard } from "~/features/payouts/batches/payout-card";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Notice } from "~/ui/notice";
import { TextLink } from "~/ui/text-link";
import { openedAddress } from "./batch-address";
import { BatchMarginsLine } from "./batch-margins";
import { BatchPageHeader } from "./batch-page-header";
import { BatchTable } from "./batch-table";
import type { ShownBatch } from "./show-batch.server";

interface BatchPageProps extends ShownBatch {
  /** Until when the last proof of identity counts, such as "14:30"; undefined where it is asked for again. */
  sittingUntil: string | undefined;
  result: Pick<ReturnType<typeof useActionResult>, "errorOf" | "typedIn">;
}

/** A payout batch: what is unusual about it, its payouts to confirm or to open, and its margins. */
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
  const { errorOf, typedIn } = result;
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
        result={{ errorOf, typedIn }}
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
                problem={wrong ? { errorOf, typedIn } : undefined}
              />
            ),
          }
        }
      />
      {margins.grossCents !== 0 && <BatchMarginsLine margins={margins} />}
    </>
  );
}

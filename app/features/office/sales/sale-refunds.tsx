import { Form, useNavigation } from "@remix-run/react";
import { ProofField } from "~/features/base/factors/proof-field";
import type { RefundStatus } from "~/features/money/ledger/sale-status";
import { formatMoney } from "~/i18n/money";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Badge, type BadgeTone } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { CopyText } from "~/ui/copy-text";
import { Field } from "~/ui/forms/field";
import { Icon } from "~/ui/icons";
import { Notice } from "~/ui/notice";
import type { SaleView } from "./show-sale.server";

type Result = ReturnType<typeof useActionResult>;
type RefundView = SaleView["refunds"][number];

const tones: Record<RefundStatus, BadgeTone> = {
  requested: "info",
  pending: "info",
  succeeded: "success",
  failed: "danger",
  returned: "danger",
};

interface SaleRefundsProps {
  sale: SaleView;
  proofNeeded: boolean;
  result: Result;
}

export function SaleRefunds({ sale, proofNeeded, result }: SaleRefundsProps) {
  const t = useText();
  return (
    <Card as="section" className="p-5 sm:p-6">
      <h2 className="mb-2 text-xl">{t("office.refunds")}</h2>
      <ul className="divide-y divide-line">
        {sale.refunds.map((refund) => {
          const byHand = refund.channel === "outside" && refund.status === "requested";
          return (
            <li key={refund.id} className="py-4">
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
                <p className="text-lg font-bold tabular-nums">
                  {formatMoney(refund.amountCents, sale.currency)}
                </p>
                <Badge tone={byHand ? "warn" : tones[refund.status]}>
                  {byHand ? t("office.waitsByHand") : t(`office.refund_${refund.status}`)}
                </Badge>
              </div>
              <p className="mt-1 text-sm text-ink-faint">
                {refund.date} · {t(`office.channel_${refund.channel}`)} ·{" "}
                {t(`office.reason_${refund.reason}`)}
              </p>
              {refund.note && <p className="mt-1 break-words">{refund.note}</p>}
              {refund.noKeyReason && (
                <p className="mt-1 break-words">
                  {t("office.sentWithoutKey", { reason: refund.noKeyReason })}
                </p>
              )}
              {refund.returned && (
                <p className="mt-1 text-sm break-words text-danger-ink">
                  {t("office.returnedOn", refund.returned)}
                </p>
              )}
              {refund.failure && (
                <p className="mt-1 text-sm break-words text-danger-ink">
                  {t(refund.failure.text, refund.failure.values)}
                </p>
              )}
              {byHand && refund.pixKey && (
                <div className="mt-3">
                  <p className="mb-1 text-sm text-ink-soft">{t("office.buyersPixKey")}</p>
                  <CopyText
                    text={refund.pixKey}
                    copyLabel={t("payouts.copy")}
                    copiedLabel={t("payouts.copied")}
                    label={t("payouts.copyOf", { name: sale.buyer_name ?? sale.buyer_email })}
                  />
                </div>
              )}
              {byHand && !refund.pixKey && (
                <p className="mt-1 text-sm text-ink-soft">{t("office.keyAsked")}</p>
              )}
              {refund.problem && (
                <Notice tone="info" title={t("approvals.problemTitle")} className="mt-3">
                  {t(`approvals.problem.${refund.problem}`)}
                </Notice>
              )}
              {byHand && sale.disputeOpen && <Notice className="mt-3">{t("office.heldByDispute")}</Notice>}
              {byHand && !refund.problem && (
                <ByHandForm refund={refund} proofNeeded={proofNeeded} result={result} />
              )}
              {refund.channel === "outside" && refund.status === "succeeded" && !refund.problem && (
                <ReturnedForm refund={refund} proofNeeded={proofNeeded} result={result} />
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

type ByHandFormProps = Omit<SaleRefundsProps, "sale"> & { refund: RefundView };

function ByHandForm({ refund, proofNeeded, result }: ByHandFormProps) {
  const t = useText();
  const sent = useNavigation().formData;
  const busy = sent?.get("refundId") === refund.id;
  const own = result.onlyIf(result.typedIn("refundId") === refund.id);
  return (
    <Form method="post" className="mt-4 space-y-4">
      <input type="hidden" name="intent" value="byHand" />
      <input type="hidden" name="refundId" value={refund.id} />
      <input type="hidden" name="seenKeyGivenAt" value={refund.keyGivenAt ?? ""} />
      {!refund.keyGivenAt && (
        <Field
          {...own.field("noKeyReason")}
          id={`field-no-key-${refund.id}`}
          label={t("office.noKeyReason")}
          hint={t("office.noKeyReasonHint")}
          maxLength={200}
        />
      )}
      <Field
        {...own.field("note")}
        id={`field-note-${refund.id}`}
        label={t("office.byHandNote")}
        hint={t("office.byHandFailedHint")}
        maxLength={200}
        required
      />
      <ProofField needed={proofNeeded} id={`proof-${refund.id}`} result={own} />
      <div className="flex flex-wrap gap-3">
        <Button name="outcome" value="succeeded" disabled={busy}>
          {t("office.byHandDone")}
        </Button>
        <Button name="outcome" value="failed" variant="secondary" disabled={busy}>
          {t("office.byHandFailed")}
        </Button>
      </div>
    </Form>
  );
}

function ReturnedForm({ refund, proofNeeded, result }: ByHandFormProps) {
  const t = useText();
  const sent = useNavigation().formData;
  const busy = sent?.get("refundId") === refund.id;
  const own = result.onlyIf(result.typedIn("refundId") === refund.id);
  return (
    <details open={own.failed} className="group/return mt-3">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1 font-semibold text-ink-soft">
        {t("office.returnSummary")}
        <Icon name="chevron-down" className="size-4 group-open/return:rotate-180" />
      </summary>
      <Form method="post" className="mt-2 space-y-4">
        <input type="hidden" name="intent" value="returned" />
        <input type="hidden" name="refundId" value={refund.id} />
        <Field
          {...own.field("returnReason")}
          id={`field-return-${refund.id}`}
          label={t("office.returnReason")}
          hint={t("office.returnHint")}
          maxLength={200}
          required
        />
        <ProofField needed={proofNeeded} id={`proof-returned-${refund.id}`} result={own} />
        <Button variant="danger" disabled={busy}>
          {t("office.returnConfirm")}
        </Button>
      </Form>
    </details>
  );
}

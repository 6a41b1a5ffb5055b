import { Form, useNavigation } from "@remix-run/react";
import { ProofField } from "~/features/base/factors/proof-field";
import type { RefundForm } from "~/features/orders/purchases/refund-form";
import { formatMoney } from "~/i18n/money";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { ConfirmPanel } from "~/ui/dialog";
import { Field, TextAreaField } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { RadioGroup } from "~/ui/forms/radio-group";
import { FoldedPart } from "./fact-list";
import type { SaleView } from "./show-sale.server";

const typed = (cents: number) => (cents / 100).toFixed(2).replace(".", ",");

export function RefundFields({
  sale,
  result,
}: {
  sale: SaleView;
  result: ReturnType<typeof useActionResult>;
}) {
  const t = useText();
  const [usual] = sale.refundChannels;
  const byHand = sale.payment_method === "boleto" ? "office.boletoByHand" : "office.disputeByHand";
  // Other forms of the page have fields with these names.
  const mine = !["byHand", "returned"].includes(result.typedIn("intent") ?? "");
  const error = (name: string) => (mine ? result.errorOf(name) : undefined);
  const was = (name: string) => (mine ? result.typedIn(name) : undefined);
  const left = formatMoney(sale.leftCents, sale.currency);
  return (
    <FoldedPart
      title={t("office.refundTitle")}
      value={t("office.refundUpTo", { amount: left })}
      open={mine && result.failed}
    >
      <Form method="post" className="max-w-2xl space-y-5">
        <FormError>{error("form")}</FormError>
        <input type="hidden" name="intent" value="review" />
        <input type="hidden" name="seenBackCents" value={sale.backCents} />
        <Field
          name="amount"
          label={t("office.refundAmount")}
          hint={t(sale.currency === "BRL" ? "office.refundAmountHint" : "office.refundAmountHintOther", {
            amount: left,
          })}
          inputMode="decimal"
          defaultValue={was("amount") ?? typed(sale.leftCents)}
          error={error("amount")}
          maxLength={15}
          required
        />
        <RadioGroup
          name="channel"
          label={t("office.refundChannel")}
          hint={usual === "outside" ? t(byHand) : undefined}
          error={error("channel")}
          defaultValue={was("channel") ?? usual}
          options={[
            ...(usual === "outside"
              ? []
              : [
                  {
                    value: "provider",
                    label: t("office.channel_provider"),
                    hint: t("office.refundProviderHint"),
                  },
                ]),
            { value: "outside", label: t("office.channel_outside"), hint: t("office.refundOutsideHint") },
          ]}
          required
        />
        <TextAreaField
          name="note"
          rows={2}
          label={t("office.refundNote")}
          hint={t("office.refundNoteHint")}
          error={error("note")}
          defaultValue={was("note")}
          maxLength={200}
          required
        />
        <Button variant="secondary">{t("office.refundReview")}</Button>
      </Form>
    </FoldedPart>
  );
}

export function RefundQuestion({
  sale,
  wish,
  proofNeeded,
  result,
}: {
  sale: SaleView;
  wish: RefundForm;
  proofNeeded: boolean;
  result: ReturnType<typeof useActionResult>;
}) {
  const t = useText();
  const busy = useNavigation().state === "submitting";
  return (
    <ConfirmPanel
      title={t("office.confirmTitle", { amount: formatMoney(wish.amount, sale.currency) })}
      description={
        <div className="space-y-3">
          <p>{t(wish.amount >= sale.leftCents ? "office.confirmAll" : "office.confirmPart")}</p>
          <p>{t(wish.channel === "provider" ? "office.confirmProvider" : "office.confirmOutside")}</p>
          <p className="break-words">
            {t("office.refundNote")}: {wish.note}
          </p>
        </div>
      }
      cancelLabel={t("common.cancel")}
      cancelTo={`/admin/sales/${sale.id}`}
    >
      <Form method="post" className="space-y-5">
        <input type="hidden" name="intent" value="refund" />
        <input type="hidden" name="amount" value={typed(wish.amount)} />
        <input type="hidden" name="channel" value={wish.channel} />
        <input type="hidden" name="note" value={wish.note} />
        <input type="hidden" name="seenBackCents" value={wish.seenBackCents} />
        <ProofField needed={proofNeeded} result={result} />
        <Button variant="danger" className="w-full" pending={busy} pendingLabel={t("office.refunding")}>
          {t("office.confirmRefund")}
        </Button>
      </Form>
    </ConfirmPanel>
  );
}

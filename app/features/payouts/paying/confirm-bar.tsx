import { Form, useNavigation } from "@remix-run/react";
import { ProofField } from "~/features/accounts/proof/proof-field";
import { formatMoney } from "~/features/base/money/money";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { FormError } from "~/ui/forms/form-error";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { useHydrated } from "~/ui/hydrated";
import { Icon } from "~/ui/icons";
import { type BatchView, writeBatchView } from "./batch-view";
import { settleFormId } from "./use-marks";

export interface ConfirmBarProps {
  path: string;
  view: BatchView;
  /** Total of the marked payouts, in cents of BRL. */
  chosen: { count: number; cents: number };
  proofNeeded: boolean;
  /** "14:32": until when the last proof of identity counts. */
  sittingUntil: string | undefined;
  result: Pick<ReturnType<typeof useActionResult>, "errorOf" | "typedIn">;
  onClear: () => void;
}

/** The form that confirms the marked payouts, with their references and the proof of identity. */
export function ConfirmBar({
  path,
  view,
  chosen,
  proofNeeded,
  sittingUntil,
  result,
  onClear,
}: ConfirmBarProps) {
  const t = useText();
  const hydrated = useHydrated();
  const busy = useNavigation().formData?.get("intent") === "settle";
  const mine = result.typedIn("intent") === "settle";
  const errorOf = (field: string) => (mine ? result.errorOf(field) : undefined);
  return (
    <Form
      id={settleFormId}
      method="post"
      action={`${path}${writeBatchView(view)}#batch`}
      preventScrollReset
      className="mt-5 space-y-4"
    >
      <input type="hidden" name="intent" value="settle" />
      <FormError>{errorOf("form")}</FormError>
      <details open={errorOf("reference") !== undefined} className="group/refs">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1 font-semibold text-ink-soft">
          {t("paying.references")}
          <Icon name="chevron-down" className="size-4 group-open/refs:rotate-180" />
        </summary>
        <TextAreaField
          name="reference"
          label={t("paying.referencesLabel")}
          hint={t("paying.referencesHint")}
          error={errorOf("reference")}
          defaultValue={mine ? result.typedIn("reference") : undefined}
          rows={4}
          className="mt-2 max-w-xl"
        />
      </details>
      <div className="max-w-xl">
        <ProofField needed={proofNeeded} id="proof-settle" result={{ errorOf }} />
      </div>
      <div className="sticky bottom-3 z-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-ink px-5 py-4 text-canvas shadow-lifted">
        <div>
          {hydrated && (
            <p className="font-semibold tabular-nums" role="status">
              {t(chosen.count === 1 ? "paying.markedOne" : "paying.marked", { count: chosen.count })}{" "}
              <span className="font-normal">{formatMoney(chosen.cents, "BRL")}</span>
            </p>
          )}
          {sittingUntil && <p className="text-sm">{t("paying.sitting", { until: sittingUntil })}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-3 max-sm:w-full">
          {hydrated && chosen.count > 0 && (
            <button
              type="button"
              onClick={onClear}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {t("paying.clear")}
            </button>
          )}
          <Button
            variant="secondary"
            className="max-sm:grow"
            disabled={hydrated && chosen.count === 0}
            pending={busy}
            pendingLabel={t("paying.saving")}
          >
            <Icon name="check" />
            {hydrated && chosen.count > 0
              ? t(chosen.count === 1 ? "paying.confirmOne" : "paying.confirmMany", { count: chosen.count })
              : t("paying.confirmMarked")}
          </Button>
        </div>
      </div>
    </Form>
  );
}

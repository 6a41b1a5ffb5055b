import { Form, useNavigation } from "@remix-run/react";
import { type KeyboardEvent, useEffect, useState } from "react";
import { ProofField } from "~/features/base/factors/proof-field";
import { formatMoney } from "~/i18n/money";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { TextAreaField } from "~/ui/forms/field";
import { FormError, type FormFields } from "~/ui/forms/form-error";
import { useHydrated } from "~/ui/hydrated";
import { Icon } from "~/ui/icons";
import { type BatchView, writeBatchView } from "./batch-view";
import type { RowView } from "./load-batch-table.server";

export const settleFormId = "settle";

export const isMarkable = ({ status, stopped }: RowView) => status === "prepared" && !stopped;

/** "Mark all" omits it: it is to be checked and marked alone. */
export const isFlagged = (row: RowView) => isMarkable(row) && row.unusual;

const boxesIn = (table: HTMLElement | null) => [
  ...(table?.querySelectorAll<HTMLInputElement>('input[name="payoutId"][type="checkbox"]') ?? []),
];

export function useMarks(table: { current: HTMLElement | null }, rows: readonly RowView[]) {
  const [chosen, setChosen] = useState({ count: 0, cents: 0, unflagged: 0 });
  const readMarks = () => {
    const marked = boxesIn(table.current).filter(({ checked }) => checked);
    setChosen({
      count: marked.length,
      cents: marked.reduce((sum, box) => sum + Number(box.dataset.cents), 0),
      unflagged: marked.filter((box) => box.dataset.flagged === undefined).length,
    });
  };
  const setAll = (checked: boolean) => {
    for (const box of boxesIn(table.current))
      if (!checked || box.dataset.flagged === undefined) box.checked = checked;
    readMarks();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows have other boxes
  useEffect(readMarks, [rows]);
  return { chosen, readMarks, setAll };
}

export function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !(event.target instanceof HTMLInputElement) || event.target.type !== "checkbox") return;
  const boxes = boxesIn(event.currentTarget);
  boxes[boxes.indexOf(event.target) + step]?.focus();
  event.preventDefault();
}

export interface ConfirmBarProps {
  path: string;
  view: BatchView;
  chosen: { count: number; cents: number };
  proofNeeded: boolean;
  sittingUntil: string | undefined;
  result: FormFields;
  onClear: () => void;
}

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
  const own = result.onlyIf(result.typedIn("intent") === "settle");
  return (
    <Form
      id={settleFormId}
      method="post"
      action={`${path}${writeBatchView(view)}#batch`}
      preventScrollReset
      className="mt-5 space-y-4"
    >
      <input type="hidden" name="intent" value="settle" />
      <FormError>{own.errorOf("form")}</FormError>
      <details open={own.errorOf("reference") !== undefined} className="group/refs">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1 font-semibold text-ink-soft">
          {t("paying.references")}
          <Icon name="chevron-down" className="size-4 group-open/refs:rotate-180" />
        </summary>
        <TextAreaField
          {...own.field("reference")}
          label={t("paying.referencesLabel")}
          hint={t("paying.referencesHint")}
          rows={4}
          className="mt-2 max-w-xl"
        />
      </details>
      <div className="max-w-xl">
        <ProofField needed={proofNeeded} id="proof-settle" result={own} />
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

import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { SelectField } from "~/ui/forms/select-field";
import type { Month } from "./month-summary";

/** Chooses a month and its file for an accountant. A download, so the browser sends the form. */
export function LedgerLinks({ months }: { months: readonly Month[] }) {
  const t = useText();
  return (
    <details className="group/ledger mb-6">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center text-sm font-semibold underline underline-offset-4">
        {t("office.ledgerFiles")}
      </summary>
      <form
        method="get"
        autoComplete="off"
        action="/admin/ledger/razao.csv"
        className="mt-2 flex flex-wrap items-end gap-3"
      >
        <SelectField
          name="month"
          label={t("office.ledgerMonth")}
          hint={t("office.ledgerHint")}
          defaultValue={months[1] ?? ""}
          options={months.map((month) => ({ value: month, label: `${month.slice(5)}/${month.slice(0, 4)}` }))}
          className="basis-60"
        />
        <Button variant="secondary" formAction="/admin/ledger/fechamento.pdf">
          PDF
        </Button>
        <Button variant="secondary">CSV</Button>
        <Button variant="secondary" formAction="/admin/ledger/razao.xlsx">
          Excel
        </Button>
      </form>
    </details>
  );
}

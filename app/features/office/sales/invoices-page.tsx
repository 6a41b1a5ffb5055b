import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { SelectField } from "~/ui/forms/field";
import { Notice } from "~/ui/notice";
import type { Month } from "./accounting";
import type { InvoicesImported } from "./import-invoices.server";

/** The browser sends the form, because it returns a download. */
export function LedgerLinks({ months }: { months: readonly Month[] }) {
  const t = useText();
  return (
    <section aria-labelledby="ledger">
      <h2 id="ledger" className="text-xl">
        {t("office.ledgerFiles")}
      </h2>
      <form
        method="get"
        autoComplete="off"
        action="/admin/ledger/razao.csv"
        className="mt-2 flex flex-wrap items-end gap-3"
      >
        <SelectField
          name="month"
          label={t("office.ledgerMonth")}
          defaultValue={months[1] ?? ""}
          options={months.map((month) => ({ value: month, label: `${month.slice(5)}/${month.slice(0, 4)}` }))}
          className="max-sm:basis-full sm:basis-60"
        />
        <Button variant="secondary" formAction="/admin/ledger/fechamento.pdf">
          PDF
        </Button>
        <Button variant="secondary">CSV</Button>
        <Button variant="secondary" formAction="/admin/ledger/razao.xlsx">
          Excel
        </Button>
      </form>
    </section>
  );
}

export function CommissionLinks({ years }: { years: readonly number[] }) {
  const t = useText();
  return (
    <section aria-labelledby="commission">
      <h2 id="commission" className="text-xl">
        {t("payouts.commission")}
      </h2>
      <p className="flex flex-wrap gap-x-4">
        {years.map((year) => (
          <a
            key={year}
            href={`/admin/commission.csv?year=${year}`}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {`${year}.csv`}
          </a>
        ))}
      </p>
    </section>
  );
}

export function ImportResult({ result }: { result: InvoicesImported }) {
  const t = useText();
  const { added, changed, same, bad, badCount, more } = result;
  return (
    <div role="status" className="space-y-4">
      <Notice
        tone={badCount > 0 ? "warn" : "success"}
        title={t("office.invoicesDone", { added, changed, same })}
      >
        {badCount > 0 && <p>{t("office.invoicesBad", { count: badCount })}</p>}
        {more && <p>{t("office.invoicesMore")}</p>}
      </Notice>
      {bad.length > 0 && (
        <Card className="p-5 sm:p-6">
          <h2 className="text-lg">{t("office.invoicesBadTitle")}</h2>
          <ul className="mt-2 space-y-1">
            {bad.map(({ line, problem }) => (
              <li key={line}>{t(`office.invoiceProblems.${problem}`, { line })}</li>
            ))}
          </ul>
          {badCount > bad.length && (
            <p className="mt-2 text-ink-soft">
              {t("office.invoicesBadRest", { count: badCount - bad.length })}
            </p>
          )}
        </Card>
      )}
    </div>
  );
}

import { useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { Notice } from "~/ui/notice";
import type { InvoicesImported } from "./import-invoices.server";

/** What an import did, and the lines that it left out, each with its number. */
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

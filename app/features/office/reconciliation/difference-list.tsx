import { currencies } from "~/features/base/money/currency";
import { formatMoney } from "~/features/base/money/money";
import { useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { TextLink } from "~/ui/text-link";
import { RebuildForm, type RebuildFormProps } from "./rebuild-form";
import type { ReconciliationView } from "./show-reconciliation.server";

export function DifferenceList({
  differences,
  ...form
}: Pick<ReconciliationView, "differences"> & Omit<RebuildFormProps, "checkoutId">) {
  const t = useText();
  return (
    <Card as="section" className="p-5 sm:p-6">
      <h2 className="mb-2 text-xl">{t("office.differences")}</h2>
      {differences.length === 0 && <p className="text-ink-faint">{t("office.noDifferences")}</p>}
      <ul className="divide-y divide-line">
        {differences.map(({ id, what, subject, reason, saleId, amountCents, currency }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
            <div className="min-w-0 sm:max-w-2xl">
              <p className="font-semibold">{t(`office.kind_${what}`)}</p>
              <p className="text-sm break-all text-ink-faint">
                <code>{subject}</code>
              </p>
              {reason && <p className="text-sm break-words">{t("office.notSettledReason", { reason })}</p>}
            </div>
            <div className="flex items-center gap-5">
              {what === "unknownSale" && !saleId && <RebuildForm checkoutId={subject} {...form} />}
              {saleId && <TextLink to={`/admin/sales/${saleId}`}>{t("office.seeSale")}</TextLink>}
              <p className="text-lg font-bold tabular-nums">{writeAmount(amountCents, currency)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** A difference may be in a currency that nothing is sold in. */
function writeAmount(cents: number, currency: string): string {
  const known = currencies.find((one) => one === currency);
  return known ? formatMoney(cents, known) : `${currency} ${(cents / 100).toFixed(2)}`;
}

import { formatMoney } from "~/features/base/money/money";
import { platformFeePercent } from "~/features/base/money/platform-share";
import type { ReconciliationView } from "~/features/office/reconciliation/show-reconciliation.server";
import { useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { StackedCell, StackedRow, StackedRowHeader, StackedTable } from "~/ui/stacked-table";

export function MethodMargins({ margins }: Pick<ReconciliationView, "margins">) {
  const t = useText();
  const money = (cents: number) => formatMoney(cents, "BRL");
  if (margins.length === 0) return null;
  const columns = [
    t("office.how"),
    t("office.sales"),
    t("office.platformPart", { percent: platformFeePercent }),
    t("office.providerFee"),
    t("office.margin"),
  ];
  return (
    <Card as="section" className="py-5 sm:py-6">
      <h2 className="px-5 text-xl sm:px-6">{t("office.methodMargins")}</h2>
      <p className="mt-1 mb-3 px-5 text-sm text-ink-faint sm:px-6">{t("office.methodMarginsText")}</p>
      <StackedTable label={t("office.methodMargins")} columns={columns}>
        {margins.map(({ method, sales, platformCents, providerCents }) => (
          <StackedRow key={method}>
            <StackedRowHeader>{method ? t(`office.${method}Method`) : t("office.unknown")}</StackedRowHeader>
            {[sales, money(platformCents), money(providerCents), money(platformCents - providerCents)].map(
              (value, at) => (
                <StackedCell key={columns[at + 1]} label={columns[at + 1]}>
                  <span className="tabular-nums">{value}</span>
                </StackedCell>
              ),
            )}
          </StackedRow>
        ))}
      </StackedTable>
    </Card>
  );
}

import { formatMoney } from "~/features/base/money/money";
import { platformFeePercent } from "~/features/base/money/platform-share";
import type { ReconciliationView } from "~/features/office/reconciliation/show-reconciliation.server";
import { useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { ScrollCell, ScrollRowHeader, ScrollTable } from "~/ui/scroll-table";

export function MethodMargins({ margins }: Pick<ReconciliationView, "margins">) {
  const t = useText();
  const money = (cents: number) => formatMoney(cents, "BRL");
  if (margins.length === 0) return null;
  const columns = [
    t("office.how"),
    t("office.sales"),
    t("office.platformPart", { percent: platformFeePercent }),
    t("office.providerFee"),
  ];
  return (
    <Card as="section" className="py-5 sm:py-6">
      <h2 className="px-5 text-xl sm:px-6">{t("office.methodMargins")}</h2>
      <p className="mt-1 mb-3 px-5 text-sm text-ink-faint sm:px-6">{t("office.methodMarginsText")}</p>
      <ScrollTable label={t("office.methodMargins")} columns={[...columns, t("office.margin")]}>
        {margins.map(({ method, sales, platformCents, providerCents }) => (
          <tr key={method}>
            <ScrollRowHeader>{method ? t(`office.${method}Method`) : t("office.unknown")}</ScrollRowHeader>
            <ScrollCell>{sales}</ScrollCell>
            <ScrollCell>{money(platformCents)}</ScrollCell>
            <ScrollCell>{money(providerCents)}</ScrollCell>
            <ScrollCell>{money(platformCents - providerCents)}</ScrollCell>
          </tr>
        ))}
      </ScrollTable>
    </Card>
  );
}

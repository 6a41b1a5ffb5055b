import { SaleStatusBadge } from "~/features/ledger/sales/sale-status-badge";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Notice } from "~/ui/notice";
import { BackLink } from "~/ui/page-frame/back-link";
import { PageHeader } from "~/ui/page-frame/page-header";
import { RefundFields } from "./refund-fields";
import { SaleFacts } from "./sale-facts";
import { SaleHistory } from "./sale-history";
import { SaleMails } from "./sale-mails";
import { SaleRefunds } from "./sale-refunds";
import type { SaleView } from "./show-sale.server";

interface SalePageProps {
  sale: SaleView;
  proofNeeded: boolean;
  result: ReturnType<typeof useActionResult>;
}

/** Everything known of a sale, with the forms of its refunds. */
export function SalePage({ sale, proofNeeded, result }: SalePageProps) {
  const t = useText();
  return (
    <div className="space-y-6">
      <PageHeader
        above={<BackLink to="/admin/sales">{t("office.backToSales")}</BackLink>}
        title={sale.title}
        description={<SaleStatusBadge status={sale.status} />}
      />
      {sale.duplicate && <Notice tone="warn">{t("office.twiceText")}</Notice>}
      <SaleFacts sale={sale} />
      <SaleRefunds sale={sale} proofNeeded={proofNeeded} result={result} />
      {sale.disputeOpen && <Notice tone="warn">{t("office.disputeOpen")}</Notice>}
      {sale.leftCents > 0 && !sale.disputeOpen && (
        <RefundFields key={sale.backCents} sale={sale} result={result} />
      )}
      <SaleMails sale={sale} />
      <SaleHistory sale={sale} />
    </div>
  );
}

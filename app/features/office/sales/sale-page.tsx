import { Form, useNavigation } from "@remix-run/react";
import { SaleStatusBadge } from "~/features/money/ledger/sale-status-badge";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Badge, type BadgeTone } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Notice } from "~/ui/notice";
import { BackLink } from "~/ui/page-frame/back-link";
import { PageHeader } from "~/ui/page-frame/page-header";
import { RefundFields } from "./refund-fields";
import { SaleFacts } from "./sale-facts";
import { SaleHistory } from "./sale-history";
import { SaleRefunds } from "./sale-refunds";
import type { SaleView } from "./show-sale.server";

type MailStatus = SaleView["mails"][number]["status"];

const tones: Record<MailStatus, BadgeTone> = {
  waiting: "info",
  sent: "success",
  unconfirmed: "warn",
  skipped: "neutral",
  refused: "danger",
};

/** Which mails went for a sale, and the button that sends the receipt again. */
function SaleMails({ sale }: { sale: SaleView }) {
  const t = useText();
  const busy = useNavigation().formData?.get("intent") === "receipt";
  return (
    <Card as="section" className="p-5 sm:p-6">
      <h2 className="mb-2 text-xl">{t("office.mails")}</h2>
      {sale.mails.length === 0 && <p className="text-ink-faint">{t("office.noMails")}</p>}
      <ol className="divide-y divide-line">
        {sale.mails.map((mail) => (
          <li key={mail.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
            <div className="min-w-0 sm:max-w-2xl">
              <p className="font-semibold">{t(`mailNames.${mail.kind}`)}</p>
              <p className="text-sm break-words text-ink-faint">
                {mail.date}
                {mail.to && ` · ${mail.to}`}
              </p>
              {mail.failure && mail.status !== "sent" && (
                <p className="mt-1 text-sm break-words text-danger-ink">{mail.failure}</p>
              )}
            </div>
            <Badge tone={tones[mail.status]}>{t(`office.mailStatus_${mail.status}`)}</Badge>
          </li>
        ))}
      </ol>
      {sale.paidAt && !sale.duplicate && (
        <Form method="post" className="mt-4">
          <input type="hidden" name="intent" value="receipt" />
          <input type="hidden" name="seen" value={sale.receipts} />
          <Button variant="secondary" disabled={busy}>
            {t(sale.receipts > 0 ? "office.receiptAgain" : "office.receiptSend")}
          </Button>
        </Form>
      )}
    </Card>
  );
}

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

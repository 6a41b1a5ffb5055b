import { Form, useNavigation } from "@remix-run/react";
import { splitPercent } from "~/features/base/money/platform-share";
import { SaleStatusBadge } from "~/features/money/ledger/sale-status-badge";
import { formatMoney } from "~/i18n/money";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Badge, type BadgeTone } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { TextLink } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";
import { FactList } from "./fact-list";
import { RefundFields } from "./refund-fields";
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

function SaleTimeline({ sale }: { sale: SaleView }) {
  const t = useText();
  const busy = useNavigation().formData?.get("intent") === "receipt";
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="mb-3 text-xl">
        {t("people.story")}
      </h2>
      <ol className="border-l-2 border-line">
        {sale.timeline.map((event) => (
          <li
            key={`${event.what} ${"id" in event ? event.id : ""}`}
            className="relative flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pl-5"
          >
            <span
              aria-hidden="true"
              className="absolute top-4 -left-[7px] size-3 rounded-full bg-ink-faint"
            />
            <SaleEvent sale={sale} event={event} />
            <span className="ml-auto text-sm text-ink-soft tabular-nums">{event.date}</span>
          </li>
        ))}
      </ol>
      {sale.paidAt && !sale.duplicate && (
        <Form method="post" className="mt-3">
          <input type="hidden" name="intent" value="receipt" />
          <input type="hidden" name="seen" value={sale.receipts} />
          <Button variant="secondary" size="small" disabled={busy}>
            {t(sale.receipts > 0 ? "office.receiptAgain" : "office.receiptSend")}
          </Button>
        </Form>
      )}
    </section>
  );
}

function SaleEvent({ sale, event }: { sale: SaleView; event: SaleView["timeline"][number] }) {
  const t = useText();
  const money = (cents: number) => formatMoney(cents, sale.currency);
  switch (event.what) {
    case "mail": {
      const mail = sale.mails.find(({ id }) => id === event.id);
      return (
        mail && (
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {t(`mailNames.${mail.kind}`)}
            {mail.to && <span className="text-ink-soft"> · {mail.to}</span>}{" "}
            {mail.status !== "sent" && (
              <Badge tone={tones[mail.status]}>{t(`office.mailStatus_${mail.status}`)}</Badge>
            )}
            {mail.failure && mail.status !== "sent" && (
              <span className="block text-sm text-danger-ink">{mail.failure}</span>
            )}
          </span>
        )
      );
    }
    case "refund": {
      const refund = sale.refunds.find(({ id }) => id === event.id);
      return refund && <strong>{t("office.refundOf", { amount: money(refund.amountCents) })}</strong>;
    }
    case "dispute": {
      const dispute = sale.disputes.find(({ id }) => id === event.id);
      return (
        dispute && (
          <>
            <TextLink to={`/admin/disputes/${dispute.id}`}>
              {t("disputes.of", { amount: money(dispute.amountCents) })}
            </TextLink>
            <span className="text-ink-soft">{t(`office.disputeReasons.${dispute.reason}`)}</span>
            <Badge tone={dispute.status === "released" ? "success" : "warn"}>
              {t(`office.dispute_${dispute.status}`)}
            </Badge>
          </>
        )
      );
    }
    default:
      return <strong>{t(`office.event_${event.what}`)}</strong>;
  }
}

interface SalePageProps {
  sale: SaleView;
  proofNeeded: boolean;
  result: ReturnType<typeof useActionResult>;
}

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
      {sale.disputeOpen && <Notice tone="warn">{t("office.disputeOpen")}</Notice>}
      <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="space-y-6">
          <SaleTimeline sale={sale} />
          {sale.refunds.length > 0 && <SaleRefunds sale={sale} proofNeeded={proofNeeded} result={result} />}
        </div>
        <SaleFacts sale={sale} />
      </div>
      <div className="rounded-card border border-line bg-surface shadow-card">
        {sale.leftCents > 0 && !sale.disputeOpen && (
          <RefundFields key={sale.backCents} sale={sale} result={result} />
        )}
        <SaleHistory sale={sale} />
      </div>
    </div>
  );
}

function SaleFacts({ sale }: { sale: SaleView }) {
  const t = useText();
  const money = (cents: number) => formatMoney(cents, sale.currency);
  // Only profiles have a page.
  const person = (page: string, name: string | null, email: string) =>
    name ? (
      // As high as the text beside it, with the touch target of any link.
      <TextLink to={page} className="-my-2.5 py-2.5">{`${name} · ${email}`}</TextLink>
    ) : (
      email
    );
  const share = splitPercent(sale.platform_share_bp);
  return (
    <div className="space-y-6">
      <Card as="section" className="p-5 sm:p-6">
        <h2 className="text-sm text-ink-soft">{t("office.amount")}</h2>
        <p className="mb-2 font-display text-3xl font-extrabold tabular-nums">{money(sale.amount_cents)}</p>
        <FactList
          facts={[
            [t("office.creatorPart", { percent: share.creator }), money(sale.creator_earnings_cents)],
            [t("office.platformPart", { percent: share.platform }), money(sale.platform_fee_cents)],
            [
              t("office.providerFee"),
              sale.provider_fee_cents === null ? t("office.unknown") : money(sale.provider_fee_cents),
            ],
            [t("office.margin"), sale.marginCents === undefined ? null : money(sale.marginCents)],
            [t("office.back"), sale.backCents > 0 && money(sale.backCents)],
            [t("office.left"), money(sale.leftCents)],
          ]}
        />
        {sale.countedLessons.length > 0 && (
          <>
            <h3 className="mt-5 mb-1 font-semibold">{t("office.countedLessons")}</h3>
            <p className="text-sm text-ink-soft">{t("office.countedLessonsText")}</p>
            <FactList
              facts={sale.countedLessons.map(({ id, title, number, cents }) => [
                `${title} · ${number}`,
                <TextLink key={id} to={`/admin/sales/${id}`} className="-my-2.5 py-2.5">
                  {money(cents)}
                </TextLink>,
              ])}
            />
          </>
        )}
      </Card>
      <Card as="section" className="p-5 sm:p-6">
        <h2 className="mb-2 text-xl">{t("office.sale")}</h2>
        <FactList
          facts={[
            [t("office.number"), sale.purchase_number],
            [t("office.awaited"), sale.awaitedUntil],
            [
              t("office.how"),
              sale.payment_method ? t(`office.${sale.payment_method}Method`) : t("office.unknown"),
            ],
            [
              t("office.buyer"),
              person(`/admin/consumers/${sale.consumer_id}`, sale.buyer_name, sale.buyer_email),
            ],
            [
              t("office.creator"),
              person(`/admin/creators/${sale.creator_id}`, sale.creator_name, sale.creator_email),
            ],
            [t("office.access"), t(sale.status === "completed" ? "office.accessYes" : "office.accessNo")],
          ]}
        />
      </Card>
    </div>
  );
}

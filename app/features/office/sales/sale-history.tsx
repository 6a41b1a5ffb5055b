import { describeEventError } from "~/features/orders/settlement/event-errors";
import { formatMoney } from "~/i18n/money";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { FactList, FoldedPart } from "./fact-list";
import type { SaleView } from "./show-sale.server";

export function SaleHistory({ sale }: { sale: SaleView }) {
  return (
    <>
      <Ledger sale={sale} />
      <Events sale={sale} />
    </>
  );
}

function Ledger({ sale }: { sale: SaleView }) {
  const t = useText();
  return (
    <FoldedPart title={t("office.ledger")} value={sale.entries.length}>
      <p className="mb-3 text-sm text-ink-faint">
        {t(sale.entries.length > 0 ? "office.ledgerText" : "office.noLedger")}
      </p>
      <ol className="space-y-5">
        {sale.entries.map((entry) => (
          <li key={entry.id}>
            <p className="font-semibold">
              {t(`office.entry_${entry.reason}`)}
              <span className="font-normal text-ink-faint"> · {entry.date}</span>
            </p>
            <FactList
              facts={entry.lines.map(
                ({ account, amountCents, availableOn }) =>
                  [
                    t(`office.account_${account}`) +
                      (availableOn ? ` · ${t("office.availableOn", { date: availableOn })}` : ""),
                    formatMoney(amountCents, sale.currency),
                  ] as const,
              )}
            />
          </li>
        ))}
      </ol>
    </FoldedPart>
  );
}

function Events({ sale }: { sale: SaleView }) {
  const t = useText();
  const code = (text: string | null) => text && <code className="text-sm break-all">{text}</code>;
  return (
    <FoldedPart title={t("office.events")} value={sale.events.length}>
      <FactList
        facts={[
          [t("office.checkoutId"), code(sale.provider_checkout_id)],
          [t("office.paymentId"), code(sale.provider_payment_id)],
          [t("office.chargeId"), code(sale.provider_charge_id)],
        ]}
      />
      <ol className="divide-y divide-line">
        {sale.events.map((event) => (
          <li key={event.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
            <div className="min-w-0 sm:max-w-2xl">
              <p className="font-semibold break-words">{event.providerType}</p>
              {event.error && <p>{describeEventError(event.error, t)}</p>}
              <p className="text-sm break-all text-ink-faint">
                {event.date} · <code>{event.id}</code>
              </p>
            </div>
            <EventBadge {...event} />
          </li>
        ))}
      </ol>
    </FoldedPart>
  );
}

/** Settled with an error: waits for a person. */
function EventBadge({ settled, error }: SaleView["events"][number]) {
  const t = useText();
  if (!settled) return <Badge tone="warn">{t("office.eventWaiting")}</Badge>;
  if (error) return <Badge tone="warn">{t("office.eventTroubled")}</Badge>;
  return <Badge tone="success">{t("office.eventSettled")}</Badge>;
}

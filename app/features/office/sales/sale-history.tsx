import { formatMoney } from "~/features/base/money/money";
import { describeEventError } from "~/features/orders/settlement/event-errors";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { FactList } from "./fact-list";
import type { SaleView } from "./show-sale.server";

/** The history of a sale: disputes, ledger entries and provider events. */
export function SaleHistory({ sale }: { sale: SaleView }) {
  return (
    <>
      {sale.disputes.length > 0 && <Disputes sale={sale} />}
      <Ledger sale={sale} />
      <Events sale={sale} />
    </>
  );
}

function Disputes({ sale }: { sale: SaleView }) {
  const t = useText();
  return (
    <Card as="section" className="p-5 sm:p-6">
      <h2 className="mb-2 text-xl">{t("office.disputes")}</h2>
      <ul className="divide-y divide-line">
        {sale.disputes.map((dispute) => (
          <li key={dispute.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
            <div className="min-w-0">
              <p className="font-semibold tabular-nums">
                {formatMoney(dispute.amountCents, sale.currency)} ·{" "}
                {t(`office.disputeReasons.${dispute.reason}`)}
              </p>
              <p className="text-sm break-all text-ink-faint">
                {dispute.date} · <code>{dispute.id}</code>
              </p>
            </div>
            <Badge tone={dispute.status === "released" ? "success" : "warn"}>
              {t(`office.dispute_${dispute.status}`)}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Ledger({ sale }: { sale: SaleView }) {
  const t = useText();
  return (
    <Card as="section" className="p-5 sm:p-6">
      <h2 className="text-xl">{t("office.ledger")}</h2>
      <p className="mt-1 mb-3 text-sm text-ink-faint">
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
    </Card>
  );
}

function Events({ sale }: { sale: SaleView }) {
  const t = useText();
  return (
    <Card as="section" className="p-5 sm:p-6">
      <h2 className="mb-2 text-xl">{t("office.events")}</h2>
      {sale.events.length === 0 && <p className="text-ink-faint">{t("office.noEvents")}</p>}
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
    </Card>
  );
}

/** One with an error that counts as settled was given up: it waits for a person. */
function EventBadge({ settled, error }: SaleView["events"][number]) {
  const t = useText();
  if (!settled) return <Badge tone="warn">{t("office.eventWaiting")}</Badge>;
  if (error) return <Badge tone="warn">{t("office.eventTroubled")}</Badge>;
  return <Badge tone="success">{t("office.eventSettled")}</Badge>;
}

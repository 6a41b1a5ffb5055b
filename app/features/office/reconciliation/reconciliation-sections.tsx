import { Form, useNavigation } from "@remix-run/react";
import { currencies, formatMoney } from "~/features/base/money/money";
import { platformFeePercent } from "~/features/base/money/platform-share";
import { FactList } from "~/features/office/sales/fact-list";
import { describeEventError } from "~/features/orders/settlement/event-errors";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { StackedCell, StackedRow, StackedRowHeader, StackedTable } from "~/ui/stacked-table";
import { TextLink } from "~/ui/text-link";
import { CheckStatuses } from "./check-statuses";
import { RebuildForm, type RebuildFormProps } from "./rebuild-form";
import type { ReconciliationView, showReconciliation } from "./show-reconciliation.server";

interface ReconciliationSectionsProps {
  shown: Awaited<ReturnType<typeof showReconciliation>> & { proofNeeded: boolean };
  result: ReturnType<typeof useActionResult>;
}

/** The last run, the provider's account, differences, troubled events and margins. */
export function ReconciliationSections({ shown, result }: ReconciliationSectionsProps) {
  const { last, failed, proof, account, margins, differences, events, proofNeeded } = shown;
  return (
    <>
      <CheckStatuses last={last} failed={failed} proof={proof} />
      <ProviderAccount account={account} />
      {last && <DifferenceList differences={differences} proofNeeded={proofNeeded} result={result} />}
      <TroubledEvents events={events} />
      <MethodMargins margins={margins} />
    </>
  );
}

function MethodMargins({ margins }: Pick<ReconciliationView, "margins">) {
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

/** Events with a problem, each with a button to settle it again. */
function TroubledEvents({ events }: Pick<ReconciliationView, "events">) {
  const t = useText();
  const sent = useNavigation().formData;
  return (
    <Card as="section" className="p-5 sm:p-6">
      <h2 className="mb-2 text-xl">{t("office.troubled")}</h2>
      {events.length === 0 && <p className="text-ink-faint">{t("office.noTroubled")}</p>}
      <ul className="divide-y divide-line">
        {events.map((event) => (
          <li key={event.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
            <div className="min-w-0 sm:max-w-2xl">
              <p className="font-semibold break-words">{event.providerType}</p>
              <p>{event.error === null ? t("office.notTried") : describeEventError(event.error, t)}</p>
              <p className="text-sm break-all text-ink-faint">
                {event.date} · {t("office.tries", { count: event.attempts })} · <code>{event.id}</code>
              </p>
            </div>
            <Form method="post">
              <input type="hidden" name="intent" value="replay" />
              <input type="hidden" name="eventId" value={event.id} />
              <Button
                variant="secondary"
                size="small"
                aria-label={`${t("office.replay")}: ${event.providerType} ${event.id}`}
                pending={sent?.get("eventId") === event.id}
              >
                {t("office.replay")}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function DifferenceList({
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

/** The account at the provider as of the last reconciliation, and its movements of 30 days. */
function ProviderAccount({ account }: Pick<ReconciliationView, "account">) {
  const t = useText();
  const money = (cents: number) => formatMoney(cents, "BRL");
  if (!account) return null;
  const { providerCents, expectedCents, ledgerCents, unexplainedCents, movements } = account;
  return (
    <Card as="section" className="p-5 sm:p-6">
      <h2 className="mb-2 text-xl">{t("office.account")}</h2>
      <FactList
        facts={[
          [t("office.accountBalance"), money(providerCents)],
          [t("office.accountExpected"), money(expectedCents)],
          [t("office.accountDifference"), money(providerCents - expectedCents)],
          ...(ledgerCents === null
            ? []
            : [
                [t("office.accountLedger"), money(ledgerCents)] as [string, string],
                [t("office.accountLedgerDifference"), money(providerCents - ledgerCents)] as [string, string],
              ]),
          [t("office.accountUnexplained"), money(unexplainedCents)],
        ]}
      />
      {ledgerCents !== null && ledgerCents !== providerCents && (
        <p className="mt-2 text-sm text-ink-faint">{t("office.accountLedgerText")}</p>
      )}
      {movements.length > 0 && <h3 className="mt-5 mb-1 font-semibold">{t("office.movements")}</h3>}
      <ul className="divide-y divide-line">
        {movements.map(({ providerType, category, count, netCents }) => (
          <li
            key={`${providerType} ${category}`}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2.5"
          >
            <span className="min-w-0">
              <span className="text-ink-soft">{t(`office.categories.${category}`)}</span>{" "}
              <code className="text-sm break-all text-ink-faint">
                {providerType} · {count}
              </code>{" "}
              {category === "other" && <Badge tone="warn">{t("office.unknownCategory")}</Badge>}
            </span>
            <span className="font-semibold tabular-nums">{money(netCents)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

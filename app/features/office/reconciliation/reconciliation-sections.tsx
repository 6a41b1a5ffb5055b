import { Form, useNavigation } from "@remix-run/react";
import { platformFeePercent } from "~/features/base/money/platform-share";
import { FactList, FoldedPart } from "~/features/office/sales/fact-list";
import { describeEventError } from "~/features/orders/settlement/event-errors";
import { currencies, formatMoney } from "~/i18n/money";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { CopyButton } from "~/ui/copy-text";
import { Icon } from "~/ui/icons";
import { TextLink } from "~/ui/link";
import { classNames } from "~/ui/looks";
import { StackedCell, StackedRow, StackedRowHeader, StackedTable } from "~/ui/stacked-table";
import { CheckFacts, CheckWarnings, sayHoursAgo } from "./check-statuses";
import { RebuildForm, type RebuildFormProps } from "./rebuild-form";
import type { ReconciliationView, showReconciliation } from "./show-reconciliation.server";

interface ReconciliationSectionsProps {
  shown: Awaited<ReturnType<typeof showReconciliation>> & { proofNeeded: boolean };
  result: ReturnType<typeof useActionResult>;
}

export function ReconciliationSections({ shown, result }: ReconciliationSectionsProps) {
  const { last, failed, proof, account, margins, differences, events, proofNeeded } = shown;
  return (
    <>
      <CheckWarnings last={last} failed={failed} proof={proof} />
      <Outcome last={last} differences={differences.length} events={events.length} />
      {differences.length > 0 && (
        <DifferenceList differences={differences} proofNeeded={proofNeeded} result={result} />
      )}
      {events.length > 0 && <TroubledEvents events={events} />}
      <div className="rounded-card border border-line bg-surface shadow-card">
        <CheckFacts last={last} proof={proof} />
        <ProviderAccount account={account} />
        <MethodMargins margins={margins} />
      </div>
    </>
  );
}

function Outcome({
  last,
  differences,
  events,
}: Pick<ReconciliationView, "last"> & { differences: number; events: number }) {
  const t = useText();
  if (!last) return <p className="text-lg">{t("office.never")}</p>;
  const ago = sayHoursAgo(last.age.hours, t);
  const wrong = [
    differences > 0 &&
      t(`people.tasks.${differences === 1 ? "one" : "many"}.differences`, { count: differences }),
    events > 0 && t(`people.tasks.${events === 1 ? "one" : "many"}.events`, { count: events }),
  ].filter(Boolean);
  return (
    <p className="flex items-center gap-3 text-lg font-semibold">
      <Icon
        name={wrong.length === 0 ? "check" : "alert"}
        className={classNames("size-6 shrink-0", wrong.length === 0 && "text-forest-ink")}
      />
      {wrong.length === 0
        ? t("office.allMatch", { ago })
        : t("office.mismatch", { what: wrong.join(", "), ago })}
    </p>
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
    <FoldedPart
      title={t("office.methodMargins")}
      value={money(margins.reduce((sum, row) => sum + row.platformCents - row.providerCents, 0))}
    >
      <p className="mb-3 text-sm text-ink-soft">{t("office.methodMarginsText")}</p>
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
    </FoldedPart>
  );
}

function TroubledEvents({ events }: Pick<ReconciliationView, "events">) {
  const t = useText();
  const sent = useNavigation().formData;
  return (
    <Card as="section" className="p-5 sm:p-6">
      <h2 className="mb-2 text-xl">{t("office.troubled")}</h2>
      <ul className="divide-y divide-line">
        {events.map((event) => (
          <li key={event.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
            <div className="min-w-0 sm:max-w-2xl">
              <p className="font-semibold">
                {event.error === null ? t("office.notTried") : describeEventError(event.error, t)}
              </p>
              <p className="text-sm text-ink-soft">
                {event.date},{" "}
                {event.attempts === 1 ? t("office.try") : t("office.tries", { count: event.attempts })}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <CopyCode code={event.id} />
              <Form method="post">
                <input type="hidden" name="intent" value="replay" />
                <input type="hidden" name="eventId" value={event.id} />
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`${t("office.replay")}: ${event.date}`}
                  pending={sent?.get("eventId") === event.id}
                >
                  {t("office.replay")}
                </Button>
              </Form>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The code is hidden: it is only of use on the provider's pages. */
function CopyCode({ code }: { code: string }) {
  const t = useText();
  return (
    <CopyButton
      text={code}
      copyLabel={t("office.copyCode")}
      copiedLabel={t("payouts.copied")}
      label={t("office.copyCode")}
      look="small"
    />
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
      <ul className="divide-y divide-line">
        {differences.map(({ id, what, subject, reason, saleId, amountCents, currency }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
            <div className="min-w-0 sm:max-w-2xl">
              <p className="font-semibold">{t(`office.kind_${what}`)}</p>
              {reason && <p className="text-sm break-words">{t("office.notSettledReason", { reason })}</p>}
            </div>
            <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
              {!saleId && <CopyCode code={subject} />}
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

/** The currency may be one that nothing is sold in. */
function writeAmount(cents: number, currency: string): string {
  const known = currencies.find((one) => one === currency);
  return known ? formatMoney(cents, known) : `${currency} ${(cents / 100).toFixed(2)}`;
}

/** As of the last reconciliation, with movements of 30 days. */
function ProviderAccount({ account }: Pick<ReconciliationView, "account">) {
  const t = useText();
  const money = (cents: number) => formatMoney(cents, "BRL");
  if (!account) return null;
  const { providerCents, expectedCents, ledgerCents, unexplainedCents, movements } = account;
  return (
    <FoldedPart title={t("office.account")} value={money(providerCents)}>
      <FactList
        facts={[
          [t("office.accountExpected"), money(expectedCents)],
          [t("office.accountDifference"), money(providerCents - expectedCents)],
          [t("office.accountLedger"), ledgerCents !== null && money(ledgerCents)],
          [t("office.accountLedgerDifference"), ledgerCents !== null && money(providerCents - ledgerCents)],
          [t("office.accountUnexplained"), money(unexplainedCents)],
        ]}
      />
      {ledgerCents !== null && ledgerCents !== providerCents && (
        <p className="mt-2 text-sm text-ink-soft">{t("office.accountLedgerText")}</p>
      )}
      {movements.length > 0 && <h3 className="mt-5 mb-1 font-semibold">{t("office.movements")}</h3>}
      <FactList
        facts={movements.map(({ category, count, netCents }) => [
          `${t(`office.categories.${category}`)} (${count})`,
          money(netCents),
        ])}
      />
    </FoldedPart>
  );
}

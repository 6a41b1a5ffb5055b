import { formatMoney } from "~/features/base/money/money";
import { FactList } from "~/features/office/admin-sales/fact-list";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import type { ReconciliationView } from "./show-reconciliation.server";

/** The account at the provider as of the last reconciliation, and its movements of 30 days. */
export function ProviderAccount({ account }: Pick<ReconciliationView, "account">) {
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

import { OwnShareNote, ReserveNote } from "~/features/money/fees/share-notes";
import { DetailsHistory, HeldDetailsNotice } from "~/features/money/payees/details-history";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icons";
import { PageHeader } from "~/ui/page-frame/page-header";
import { OwnBalance } from "./own-balance";
import { PayoutDetailsForm } from "./payout-details-form";
import { PayoutHistory } from "./payout-history";
import { ReleaseRulesText } from "./release-list";
import type { PaymentsView } from "./show-payments.server";

/** A creator's page of payments: balance, payout details, and what was paid. */
export function PaymentsPage({
  saved,
  proofNeeded,
  result,
}: {
  saved: PaymentsView;
  proofNeeded: boolean;
  result: ReturnType<typeof useActionResult>;
}) {
  const t = useText();
  const { destination, details } = saved;
  return (
    <div className="mx-auto max-w-2xl space-y-6">
      <PageHeader kicker={t("creator.payments")} title={t("creator.navItems.receive")} />
      <OwnBalance {...saved} />
      {details.held && <HeldDetailsNotice held={details.held} />}
      <Card as="section" aria-label={t("creator.whereTitle")}>
        <details
          open={destination === null || details.held !== null || result.failed}
          className="group/where"
        >
          <summary className="flex items-center gap-4 px-5 py-4 sm:px-6">
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                {t("creator.whereTitle")}
                <Badge tone={destination ? "success" : "warn"}>
                  {t(
                    destination
                      ? "creator.complete"
                      : saved.taxId
                        ? "creator.incomplete"
                        : "creator.taxIdMissing",
                  )}
                </Badge>
              </span>
              {destination && (
                <span className="mt-1 block text-sm text-ink-soft">
                  {destination}
                  <br />
                  {t("creator.taxIdIs", { number: saved.taxId ?? "" })}
                </span>
              )}
            </span>
            <Icon name="chevron-down" className="size-5 group-open/where:rotate-180" />
          </summary>
          <div className="border-t border-line px-5 py-5 sm:px-6">
            <PayoutDetailsForm saved={saved} proofNeeded={proofNeeded} result={result} />
          </div>
        </details>
      </Card>
      <PayoutHistory payouts={saved.payouts} next={saved.next} />
      <DetailsHistory changes={details.changes} />
      <section className="rounded-panel bg-sunken px-5 py-4 sm:px-6">
        <h2 className="font-sans text-base font-semibold tracking-normal">{t("creator.howPaidTitle")}</h2>
        <p className="mt-1 text-sm text-ink-soft">{t("creator.howPaidText")}</p>
        <details className="group/rules mt-1">
          <summary className="flex min-h-11 items-center gap-2 text-sm font-semibold">
            {t("payouts.rulesTitle")}
            <Icon name="chevron-down" className="size-4 group-open/rules:rotate-180" />
          </summary>
          <div className="space-y-3 pb-2 text-sm text-ink-soft">
            {saved.share && <OwnShareNote share={saved.share} />}
            <p>
              <ReleaseRulesText minimumCents={saved.minimumCents} rules={saved.rules} />
            </p>
          </div>
        </details>
      </section>
      {saved.reserve && <ReserveNote reserve={saved.reserve} />}
    </div>
  );
}

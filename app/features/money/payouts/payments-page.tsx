import { OwnShareNote } from "~/features/money/fees/own-share-note";
import { DetailsHistory, HeldDetailsNotice } from "~/features/money/payees/details-history";
import { useLinkTo, useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icons";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-frame/page-header";
import { BalanceLine, OwnBalance } from "./own-balance";
import { PayoutDetailsForm } from "./payout-details-form";
import { PayoutHistory } from "./payout-history";
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
  const linkTo = useLinkTo();
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title={t("creator.payments")}
        description={t("creator.paymentsText")}
        actions={
          <ButtonLink {...linkTo("/creator/year")} variant="secondary" size="small">
            {t("payouts.yearReport")}
          </ButtonLink>
        }
        className="mb-8"
      />
      <BalanceLine
        balance={saved.balance}
        releases={saved.releases}
        payoutDay={saved.payoutDay}
        minimumCents={saved.minimumCents}
      />
      {saved.share && <OwnShareNote share={saved.share} />}
      {saved.details.held && <HeldDetailsNotice held={saved.details.held} />}
      {!saved.taxId && (
        <Notice tone="warn" title={t("creator.taxIdMissing")} className="mb-6">
          {t("creator.taxIdMissingText")}
        </Notice>
      )}
      <PayoutDetailsForm saved={saved} proofNeeded={proofNeeded} result={result} />
      <Card as="section" className="mt-12 flex flex-wrap gap-4 p-6">
        <Icon name="wallet" className="mt-0.5 size-6 text-forest-ink" />
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="text-lg">{t("creator.howPaidTitle")}</h2>
          <p className="mt-1 text-ink-soft">{t("creator.howPaidText")}</p>
        </div>
      </Card>
      <div className="mt-12 space-y-12">
        <OwnBalance
          balance={saved.balance}
          releases={saved.releases}
          payoutDay={saved.payoutDay}
          minimumCents={saved.minimumCents}
          rules={saved.rules}
          reserve={saved.reserve}
        />
        <PayoutHistory payouts={saved.payouts} next={saved.next} />
        <DetailsHistory changes={saved.details.changes} />
      </div>
    </div>
  );
}

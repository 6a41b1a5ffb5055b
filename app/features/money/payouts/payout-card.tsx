import { labelPayoutMethod, type PayoutMethod } from "~/features/base/money/payout-method";
import { type Text, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { CopyButton, CopyText } from "~/ui/copy-text";
import { FormError, type FormFields } from "~/ui/forms/form-error";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import type { PayoutView } from "./payout-history";
import { PayoutNotes, PayoutStatusBadge } from "./payout-status";
import { SettlePayoutForms, UnpaidForm } from "./settle-payout-forms";
import type { NotesView } from "./show-payout-notes.server";

export interface PayeePayout extends PayoutView {
  payeeName: string;
  method: PayoutMethod;
  pixKey: string | null;
  bankName: string | null;
  bankAccount: string | null;
  bankHolder: string | null;
  cardLast4: string | null;
  cardHolder: string | null;
  notes: NotesView | undefined;
  /** The Pix code while unpaid. */
  code: string | undefined;
}

/** Without a Pix key. */
export function listDestination(
  t: Text,
  payout: Pick<
    PayeePayout,
    "method" | "bankName" | "bankAccount" | "bankHolder" | "cardLast4" | "cardHolder"
  >,
) {
  const details = [
    [t("payouts.method"), labelPayoutMethod(payout.method)],
    [t("payouts.bankName"), payout.bankName],
    [t("payouts.bankAccount"), payout.bankAccount],
    [t("payouts.bankHolder"), payout.bankHolder],
    [t("payouts.card"), payout.cardLast4 && `**** ${payout.cardLast4}`],
    [t("payouts.cardHolder"), payout.cardHolder],
  ] as const;
  return details.filter(([, value]) => value);
}

export function PayoutCard({
  payout,
  batchId,
  action,
  mayRecord,
  proofNeeded,
  result,
}: {
  payout: PayeePayout;
  batchId: string;
  action: string;
  mayRecord: boolean;
  proofNeeded: boolean;
  /** Of this payout's forms. */
  result: FormFields;
}) {
  const t = useText();
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex items-baseline justify-between gap-x-6">
        <h2 className="min-w-0 text-xl break-words">{payout.payeeName}</h2>
        <p className="shrink-0 text-2xl leading-tight font-bold tabular-nums">{payout.amount}</p>
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-faint">
        <PayoutStatusBadge status={payout.status} />
        {payout.decided && t("payouts.decidedAt", { date: payout.decided })}
      </p>
      {payout.notes && <PayoutNotes notes={payout.notes} className="mt-4" />}
      <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {listDestination(t, payout).map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
        {payout.pixKey && (
          <div className="sm:col-span-2">
            <dt className="mb-1 text-sm text-ink-soft">{t("payouts.pixKey")}</dt>
            <dd>
              <CopyText
                text={payout.pixKey}
                copyLabel={t("payouts.copy")}
                copiedLabel={t("payouts.copied")}
                label={t("payouts.copyOf", { name: payout.payeeName })}
              />
            </dd>
          </div>
        )}
      </dl>
      {payout.code && (
        <p className="mt-3 flex flex-wrap items-center gap-2">
          <CopyButton
            text={payout.code}
            copyLabel={t("paying.copyCode")}
            copiedLabel={t("paying.copied")}
            label={t("paying.copyCodeOf", { name: payout.payeeName })}
            look="small"
          />
          <ButtonLink
            to={`/admin/payouts/${batchId}/pay?payout=${payout.id}`}
            variant="secondary"
            size="small"
            aria-label={t("paying.qrOf", { name: payout.payeeName })}
          >
            <Icon name="qr" />
            {t("paying.qrShort")}
          </ButtonLink>
        </p>
      )}
      {payout.bankReference && (
        <p className="mt-3 break-words">{t("payouts.reference", { reference: payout.bankReference })}</p>
      )}
      {payout.failure && (
        <p className="mt-3 break-words">{t("payouts.reason", { reason: payout.failure })}</p>
      )}
      {mayRecord && payout.status === "prepared" && (
        <SettlePayoutForms
          payoutId={payout.id}
          action={action}
          stopped={payout.notes?.stopped === true}
          proofNeeded={proofNeeded}
          result={result}
        />
      )}
      {mayRecord && payout.status === "paid" && (
        <details open={result.failed} className="group/return mt-3">
          <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1 font-semibold text-ink-soft">
            {t("payouts.returnSummary")}
            <Icon name="chevron-down" className="size-4 group-open/return:rotate-180" />
          </summary>
          <FormError>{result.errorOf("form")}</FormError>
          <UnpaidForm
            outcome="returned"
            payoutId={payout.id}
            action={action}
            proofNeeded={proofNeeded}
            result={result}
          />
        </details>
      )}
      <Link
        to={`/admin/payouts/${batchId}/${payout.id}`}
        className="mt-2 inline-flex min-h-11 items-center font-semibold text-ink underline decoration-1 underline-offset-4 hover:decoration-2"
        aria-label={t("payouts.statementOf", { amount: payout.amount })}
      >
        {t("payouts.statement")}
      </Link>
    </Card>
  );
}

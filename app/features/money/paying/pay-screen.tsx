import { Form, useNavigation } from "@remix-run/react";
import { ProofField } from "~/features/base/factors/proof-field";
import { listDestination } from "~/features/money/payouts/payout-card";
import { PayoutNotes } from "~/features/money/payouts/payout-status";
import { UnpaidForm } from "~/features/money/payouts/settle-payout-forms";
import { useText } from "~/i18n/use-locale";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { CopyButton } from "~/ui/copy-text";
import { Field } from "~/ui/forms/field";
import { FormError, type FormFields } from "~/ui/forms/form-error";
import { Icon, type IconName } from "~/ui/icons";
import { Link } from "~/ui/link";
import { progressLook } from "~/ui/looks";
import { Notice } from "~/ui/notice";
import { Portrait } from "~/ui/portrait";
import { QrPicture } from "~/ui/qr-picture";
import type { loadPayScreen } from "./load-pay-screen.server";

type PayScreenView = Exclude<Awaited<ReturnType<typeof loadPayScreen>>, "done" | undefined>;

interface PayScreenProps {
  screen: PayScreenView;
  mayRecord: boolean;
  proofNeeded: boolean;
  result: FormFields;
}

export function PayScreen({ screen, mayRecord, proofNeeded, result }: PayScreenProps) {
  const t = useText();
  const { batch, payout, at, count, done, left, previous, next, notes } = screen;
  const linkOf = (id: string) => `/admin/payouts/${batch.id}/pay?payout=${id}`;
  return (
    <div className="mx-auto max-w-md">
      <div className="flex items-center justify-between gap-2">
        <Link
          to={`/admin/payouts/${batch.id}`}
          className="-ml-2 inline-flex min-h-11 min-w-0 items-center gap-2 rounded-control px-2 font-semibold"
        >
          <Icon name="close" />
          {t("paying.toBatch", { date: batch.date })}
        </Link>
        <span className="flex">
          {previous && <Step to={linkOf(previous)} icon="arrow-left" label={t("paying.previous")} />}
          {next && <Step to={linkOf(next)} icon="arrow-right" label={t("paying.next")} />}
        </span>
      </div>
      <p className="mt-3 flex items-baseline justify-between gap-4">
        <span className="font-semibold tabular-nums">{t("paying.position", { at, count })}</span>
        <span className="text-sm text-ink-soft tabular-nums">{t("paying.left", { sum: left })}</span>
      </p>
      <progress
        max={count}
        value={done}
        aria-label={t("paying.progress", { done, count })}
        className={`${progressLook} mt-2 block h-2 w-full`}
      />
      <Card as="section" aria-labelledby="payee" className="mt-4 p-5">
        <div className="flex items-center gap-3">
          <Portrait name={payout.name} className="size-11" />
          <div className="min-w-0">
            <h1 id="payee" className="text-lg break-words">
              {payout.name}
            </h1>
            {payout.pix && (
              <p className="text-sm [overflow-wrap:anywhere] text-ink-soft">
                {payout.pix.kind} {payout.pix.key}
              </p>
            )}
          </div>
        </div>
        <p className="mt-3 text-center text-4xl font-extrabold tracking-tight tabular-nums">
          {payout.amount}
        </p>
        {notes && <PayoutNotes notes={notes} className="mt-4" />}
        {payout.open && <HowToPay payout={payout} stopped={notes?.stopped === true} />}
      </Card>
      {!payout.open && (
        <Notice className="mt-4">
          <p>{t("paying.settled")}</p>
        </Notice>
      )}
      {payout.open && mayRecord ? (
        <RecordForms
          payout={payout}
          stopped={notes?.stopped === true}
          skipTo={next && linkOf(next)}
          proofNeeded={proofNeeded}
          result={result}
        />
      ) : (
        next && (
          <ButtonLink to={linkOf(next)} className="mt-5 w-full">
            {t("paying.goOn")}
            <Icon name="arrow-right" />
          </ButtonLink>
        )
      )}
    </div>
  );
}

function Step({ to, icon, label }: { to: string; icon: IconName; label: string }) {
  return (
    <Link
      to={to}
      aria-label={label}
      className="inline-flex size-11 items-center justify-center rounded-control hover:bg-sunken"
    >
      <Icon name={icon} />
    </Link>
  );
}

function HowToPay({ payout, stopped }: { payout: PayScreenView["payout"]; stopped: boolean }) {
  const t = useText();
  if (stopped) return null;
  if (!payout.code || !payout.qr) return <OtherWay payout={payout} />;
  return (
    <div className="mt-3 space-y-4">
      <CopyButton
        text={payout.code}
        copyLabel={t("paying.copyCode")}
        copiedLabel={t("paying.copied")}
        label={t("paying.copyCodeOf", { name: payout.name })}
        look="wide"
      />
      <p className="text-center text-sm text-ink-soft">{t("paying.scan")}</p>
      <div className="mx-auto w-fit rounded-card border border-line bg-white p-1">
        <div className="w-48">
          <QrPicture code={payout.qr} label={t("paying.qr", { amount: payout.amount, name: payout.name })} />
        </div>
      </div>
      <details className="group/code">
        <summary className="mx-auto flex min-h-11 w-fit cursor-pointer items-center gap-1 text-sm font-semibold text-ink-soft">
          {t("paying.showCode")}
          <Icon name="chevron-down" className="size-4 group-open/code:rotate-180" />
        </summary>
        <code className="block rounded-control bg-sunken px-3 py-2 text-sm [overflow-wrap:anywhere] select-all">
          {payout.code}
        </code>
      </details>
    </div>
  );
}

function OtherWay({ payout }: { payout: PayScreenView["payout"] }) {
  const t = useText();
  return (
    <div className="mt-4 space-y-3">
      <p className="text-ink-soft">{t("paying.noCode")}</p>
      <dl className="grid gap-3">
        {listDestination(t, payout).map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="break-words select-all">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function RecordForms({
  payout,
  stopped,
  skipTo,
  proofNeeded,
  result,
}: {
  payout: PayScreenView["payout"];
  stopped: boolean;
  skipTo: string | undefined;
  proofNeeded: boolean;
  result: FormFields;
}) {
  const t = useText();
  const sent = useNavigation().formData;
  const busy = sent?.get("payoutId") === payout.id && sent.get("intent") === "paid";
  const failing = result.typedIn("intent") === "failed";
  const action = `/admin/payouts/${payout.batchId}/pay?payout=${payout.id}`;
  return (
    <div className="mt-5">
      <FormError>{result.errorOf("form")}</FormError>
      {!stopped && (
        <Form key={payout.id} id="paid" method="post" action={action} className="space-y-4">
          <input type="hidden" name="intent" value="paid" />
          <input type="hidden" name="payoutId" value={payout.id} />
          <Field
            {...result.field("bankReference")}
            label={t("paying.reference")}
            optionalLabel={payout.code ? t("paying.optional") : undefined}
            hint={payout.code ? t("paying.referenceHint", { txid: payout.txid }) : t("payouts.referenceHint")}
            maxLength={100}
            required={!payout.code}
            autoComplete="off"
          />
          <ProofField needed={proofNeeded} id="proof-paid" result={result.onlyIf(!failing)} />
        </Form>
      )}
      <details open={failing || stopped} className="group/fail mt-2">
        <summary className="mx-auto flex min-h-11 w-fit cursor-pointer items-center gap-1 font-semibold text-ink-soft">
          {t("paying.cannotPay")}
          <Icon name="chevron-down" className="size-4 group-open/fail:rotate-180" />
        </summary>
        <UnpaidForm
          key={payout.id}
          outcome="failed"
          payoutId={payout.id}
          action={action}
          proofNeeded={proofNeeded}
          result={result.onlyIf(failing)}
          goesOn
        />
      </details>
      <div className="sticky bottom-0 z-10 -mx-4 mt-4 flex gap-3 border-t border-line bg-canvas px-4 py-3">
        {skipTo && (
          <ButtonLink to={skipTo} variant="secondary">
            {t("paying.skip")}
          </ButtonLink>
        )}
        {!stopped && (
          <Button form="paid" className="grow" size="large" pending={busy} pendingLabel={t("paying.saving")}>
            {t("paying.paidNext")}
            <Icon name="arrow-right" />
          </Button>
        )}
      </div>
    </div>
  );
}

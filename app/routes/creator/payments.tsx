import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { refuseManyEdits } from "~/features/accounts/profile/edit-limit.server";
import { ProofField } from "~/features/accounts/proof/proof-field";
import { hasRecentProof, requireProof } from "~/features/accounts/proof/recent-proof.server";
import { actorOf } from "~/features/base/audit/actor.server";
import { formatDateTime } from "~/features/base/form-fields/dates";
import { parsePixKey, pixKeyMaxLength } from "~/features/base/form-fields/pix-key";
import { dayOf } from "~/features/base/money/days";
import { cardNumberDigits, parsePayoutMethod, payoutMethods } from "~/features/base/money/payout-method";
import { OwnShareNote } from "~/features/ledger/fees/own-share-note";
import { describeOwnShare } from "~/features/ledger/fees/show-fees.server";
import { releaseDays } from "~/features/ledger/ledger/release-rules";
import { describeReleaseRules, describeReserve } from "~/features/ledger/releases/show-releases.server";
import { BalanceLine } from "~/features/payouts/balances/balance-line";
import { findBalance } from "~/features/payouts/balances/balances.queries.server";
import { OwnBalance } from "~/features/payouts/balances/own-balance";
import { listOwnPayouts } from "~/features/payouts/batches/batches.queries.server";
import { PayoutHistory } from "~/features/payouts/batches/payout-history";
import { describePayout } from "~/features/payouts/batches/statement.server";
import { BankAccountFields } from "~/features/payouts/payees/bank-account-fields";
import { writeBank, writeHolder } from "~/features/payouts/payees/bank-place";
import { payoutForm } from "~/features/payouts/payees/payout-form";
import { smallestPayoutCents } from "~/features/payouts/payees/smallest-payout";
import {
  findPaymentsPage,
  findPayoutSettings,
  listChanges,
} from "~/features/payouts/payout-account/details.queries.server";
import { DetailsHistory } from "~/features/payouts/payout-account/details-history";
import { HeldDetailsNotice } from "~/features/payouts/payout-account/held-details-notice";
import {
  cancelHeldDetails,
  savePayoutDetails,
} from "~/features/payouts/payout-account/save-payout-details.server";
import { describeDetailsChanges } from "~/features/payouts/payout-account/show-details-changes.server";
import { nextPayoutDay } from "~/features/payouts/schedule/payout-days";
import { formatPayoutDay } from "~/features/payouts/schedule/weekday-name";
import { maskSealedTaxId, readTaxIdField } from "~/features/payouts/taxes/stored-tax-id.server";
import { TaxIdField } from "~/features/payouts/taxes/tax-id-field";
import { creatorTitle } from "~/i18n/creator-titles";
import { decideLocale } from "~/i18n/language-in-address";
import type { MessageKey } from "~/i18n/message-key";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { isAccountErased } from "~/platform/account-erased";
import { refuse } from "~/platform/forms/action-result.server";
import { parseFields, problemWith, readForm } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { parseCursor } from "~/platform/keyset";
import { goTo } from "~/platform/responses.server";
import { retryAfterHeaders } from "~/platform/retry-after-headers";
import type { Flash } from "~/platform/session/flash.server";
import { requireCreator } from "~/server/guards.server";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DigitsField } from "~/ui/forms/digits-field";
import { Field } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { useLatestResultOnly } from "~/ui/forms/latest-result";
import { RadioGroup } from "~/ui/forms/radio-group";
import { Icon } from "~/ui/icons";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-frame/page-header";
import { useSavedRounds } from "~/ui/saved-rounds";

export const meta: MetaFunction = (page) => creatorTitle(page, "payments");

export const headers = retryAfterHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const { db, clock } = context.services;
  const url = new URL(request.url);
  const after = parseCursor(url.searchParams.get("after"));
  const now = clock();
  const locale = decideLocale(url);
  const [row, { releases, ...balance }, payouts, changes, proved] = await Promise.all([
    findPaymentsPage(db, userId, { now, today: dayOf(now) }),
    findBalance(db, userId, now),
    listOwnPayouts(db, { creatorId: userId, after }),
    listChanges(db, userId),
    hasRecentProof(context, request),
  ]);
  const payoutDay = nextPayoutDay(dayOf(now), row?.weekdays ?? []);
  return {
    payoutDay: payoutDay && formatPayoutDay(payoutDay, locale),
    leastCents: row?.least_cents ?? smallestPayoutCents,
    rules: describeReleaseRules(row?.release_rules ?? { days: releaseDays, nextDays: null }, locale),
    reserve: row ? describeReserve(row.reserve, locale) : undefined,
    taxId: maskSealedTaxId(context.services, { userId, sealed: row?.tax_id }),
    method: parsePayoutMethod(row?.payment_method),
    pixKey: row?.pix_key ?? "",
    pixProblem: decidePixProblem(row),
    bankName: (row && writeBank(row)) ?? "",
    bankBranch: row?.bank_branch ?? "",
    bankAccount: row?.bank_account_number ?? "",
    bankHolderTaxId: (row && writeHolder(row)) ?? "",
    bankIncomplete: Boolean(row && !row.bank_code && row.bank_name && row.bank_account_number),
    cardLast4: row?.card_last4 ?? null,
    cardHolderName: row?.card_holder_name ?? "",
    balance,
    releases,
    payouts: payouts.rows.map((payout) => describePayout(payout, locale)),
    next: payouts.next,
    details: describeDetailsChanges({ saved: row, changes }, { now, locale }),
    proofNeeded: !proved,
    share: row && describeOwnShare(row.fees, locale),
  };
}

/** A stored key may be invalid if it is older than the validation, and is missing after a password recovery. */
function decidePixProblem(row: Awaited<ReturnType<typeof findPayoutSettings>>): MessageKey | null {
  const pix = parsePixKey(row?.pix_key ?? "");
  if (pix.ok) return null;
  if (row?.pix_key) return pix.error;
  return parsePayoutMethod(row?.payment_method) === "pix" ? "creator.pixMissing" : null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireCreator({ request, context });
  const { services } = context;
  const fields = await readForm(request);
  const refused = await refuseManyEdits(context, viewer.userId, fields);
  if (refused) return refused;
  const by = actorOf(context, request, viewer);
  try {
    if (fields.intent === "cancel") return await cancel();
    const cardKept = (await findPayoutSettings(services.db, viewer.userId))?.card_last4 != null;
    const form = parseFields(payoutForm({ cardKept }), fields);
    const taxId = readTaxIdField(fields);
    if (!taxId.ok)
      return refuse(problemWith(fields, { ...(form.ok ? {} : form.problem.errors), ...taxId.errors }));
    if (!form.ok) return refuse(form.problem);
    const proof = await requireProof(context, request, { action: "changePayoutDetails", fields });
    if (!proof.ok) return refuse(proof.problem, proof);
    const { heldUntil } = await savePayoutDetails(services, by, { form: form.value, taxId: taxId.taxId });
    const flash: Flash = heldUntil
      ? {
          tone: "success",
          title: "creator.saved",
          description: "creator.savedHeldText",
          values: { date: formatDateTime(heldUntil, decideLocale(new URL(request.url))) },
        }
      : { tone: "success", title: "creator.saved", description: "creator.savedText" };
    return goTo("/creator/payments", { request, context, flash });
  } catch (error) {
    if (isAccountErased(error)) throw error;
    context.log.error({ err: error }, "payment settings could not be saved");
    return refuse(problemWith(fields, { form: "creator.saveFailedText" }), { status: 503 });
  }

  async function cancel() {
    const proof = await requireProof(context, request, { action: "cancelPayoutDetails", fields });
    if (!proof.ok) return refuse(proof.problem, proof);
    const flash = (await cancelHeldDetails(services, by))
      ? ({
          tone: "success",
          title: "payouts.detailsCancelled",
          description: "payouts.detailsCancelledText",
        } as const)
      : ({ tone: "error", title: "payouts.detailsNotHeld" } as const);
    return goTo("/creator/payments", { request, context, flash });
  }
}

/**
 * Shows the fields of the chosen method by CSS alone: with and without script, and after the browser restores a
 * choice. Browsers without `:has` show all fields.
 */
const shownFor = {
  pix: "group-not-has-[[value=pix]:checked]/payout:hidden",
  bank: "group-not-has-[[value=bank]:checked]/payout:hidden",
  card: "group-not-has-[[value=card]:checked]/payout:hidden",
};

const labels = { pix: "creator.methodPix", bank: "creator.methodBank", card: "creator.methodCard" } as const;

export default function Payments() {
  const saved = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const { failed, unsent, errorOf, typedIn } = result;
  const navigation = useNavigation();
  const busy = navigation.state === "submitting";
  const cancelling = navigation.formData?.get("intent") === "cancel";
  useLatestResultOnly(busy);
  const round = useSavedRounds(navigation.formMethod === "POST", failed || unsent);
  const t = useText();
  const linkTo = useLinkTo();
  const notSaved = errorOf("form");
  /** The error of a refused method shows while that method is chosen, like its fields. */
  const refused = failed ? parsePayoutMethod(typedIn("paymentMethod")) : undefined;
  const field = (name: "pixKey" | "cardHolderName") => ({
    name,
    error: errorOf(name),
    defaultValue: typedIn(name) ?? saved[name],
  });
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
        leastCents={saved.leastCents}
      />
      {saved.share && <OwnShareNote share={saved.share} />}
      {saved.details.held && <HeldDetailsNotice held={saved.details.held} />}
      {!saved.taxId && (
        <Notice tone="warn" title={t("creator.taxIdMissing")} className="mb-6">
          {t("creator.taxIdMissingText")}
        </Notice>
      )}
      <Form method="post" className="group/payout space-y-6">
        {refused &&
          (notSaved ? (
            <Notice tone="danger" role="alert" title={t("creator.saveFailed")} className={shownFor[refused]}>
              {notSaved}
            </Notice>
          ) : (
            <FormError className={shownFor[refused]}>{t("common.checkFields")}</FormError>
          ))}
        {/* Remounted after saving: shows the stored values and clears the card number. */}
        <div key={round} className="space-y-6">
          <RadioGroup
            name="paymentMethod"
            label={t("creator.method")}
            defaultValue={typedIn("paymentMethod") ?? saved.method}
            options={payoutMethods.map((value) => ({ value, label: t(labels[value]) }))}
          />
          <div className={`space-y-6 ${shownFor.pix}`}>
            {saved.pixProblem && refused !== "pix" && (
              <Notice tone="warn" title={t("creator.pixDoubt")}>
                {t(saved.pixProblem)}
              </Notice>
            )}
            <Field
              {...field("pixKey")}
              label={t("accounts.pixKey")}
              hint={t("pix.hint")}
              maxLength={pixKeyMaxLength}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </div>
          <BankAccountFields
            result={result}
            saved={saved}
            incomplete={saved.bankIncomplete && refused !== "bank"}
            className={shownFor.bank}
          />
          <div className={`grid gap-6 sm:grid-cols-2 ${shownFor.card}`}>
            <Field {...field("cardHolderName")} label={t("creator.cardHolderName")} maxLength={200} />
            <DigitsField
              name="cardNumber"
              label={t("accounts.cardNumber")}
              error={errorOf("cardNumber")}
              hint={
                saved.cardLast4 ? t("creator.cardKept", { last4: saved.cardLast4 }) : t("accounts.cardHint")
              }
              max={cardNumberDigits}
              // No pattern: the browser would block the form for a hidden field without showing a message. Without a
              // pattern no `maxLength` either: it would cut the last digits of a number pasted with spaces.
              autoComplete="off"
            />
          </div>
          <TaxIdField result={result} kept={saved.taxId} />
          <ProofField needed={saved.proofNeeded} result={result} />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button size="large" pending={busy && !cancelling} pendingLabel={t("creator.saving")}>
            {t("creator.save")}
          </Button>
          {saved.details.held && (
            <Button name="intent" value="cancel" variant="secondary" size="large" pending={cancelling}>
              {t("payouts.detailsCancel")}
            </Button>
          )}
        </div>
      </Form>
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
          leastCents={saved.leastCents}
          rules={saved.rules}
          reserve={saved.reserve}
        />
        <PayoutHistory payouts={saved.payouts} next={saved.next} />
        <DetailsHistory changes={saved.details.changes} />
      </div>
    </div>
  );
}

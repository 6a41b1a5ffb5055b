import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { hasRecentProof, requireProof } from "~/features/accounts/proof/recent-proof.server";
import { actorOf } from "~/features/base/audit/actor.server";
import { formatDateTime } from "~/features/base/form-fields/dates";
import { parseId } from "~/features/base/form-fields/record-id";
import { formatMoney } from "~/features/base/money/money";
import { refuseConfirmation } from "~/features/ledger/second-person/two-people.server";
import { BatchState } from "~/features/payouts/batches/batch-list";
import {
  findBatch,
  listBatchPayouts,
  payoutsPerPage,
} from "~/features/payouts/batches/batches.queries.server";
import { PayoutCard } from "~/features/payouts/batches/payout-card";
import { returnPayout } from "~/features/payouts/batches/return-payout.server";
import { returnedForm } from "~/features/payouts/batches/settle-form";
import { settlePayout } from "~/features/payouts/batches/settle-payout.server";
import { showBatchNotes } from "~/features/payouts/batches/show-payout-notes.server";
import { describePayout } from "~/features/payouts/batches/statement.server";
import { describeRefusal, parseEnd } from "~/features/payouts/paying/settle-request.server";
import { writePayoutCode } from "~/features/payouts/pix-code/payout-code.server";
import { metaText } from "~/i18n/meta-text";
import { useText } from "~/i18n/use-locale";
import { refuse } from "~/platform/forms/action-result.server";
import { parseFields, readForm } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo } from "~/platform/responses.server";
import type { Flash } from "~/platform/session/flash.server";
import { requireAdmin, requirePayoutAdmin } from "~/server/guards.server";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { Notice } from "~/ui/notice";
import { BackLink } from "~/ui/page-frame/back-link";
import { PageHeader } from "~/ui/page-frame/page-header";
import { TextLink } from "~/ui/text-link";

export const meta: MetaFunction = ({ location }) => metaText(location, "payoutBatch");

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireAdmin({ request, context });
  const { db, env, clock } = context.services;
  const batchId = parseId(params.batchId);
  const batch = batchId && (await findBatch(db, batchId));
  if (!batch) throw new Response(null, { status: 404 });
  const after = parseId(new URL(request.url).searchParams.get("after"));
  const rows = await listBatchPayouts(db, { batchId, after, limit: payoutsPerPage + 1 });
  const { created_at, created_by, ...summary } = batch;
  const { notes, unusual } = await showBatchNotes(db, batchId, clock());
  return {
    proofNeeded: !(await hasRecentProof(context, request)),
    problem: await refuseConfirmation(db, env, {
      confirmer: userId,
      requester: created_by,
      requestedAt: created_at,
    }),
    unusual,
    batch: { ...summary, date: formatDateTime(created_at), sum: formatMoney(batch.cents, "BRL") },
    payouts: rows.slice(0, payoutsPerPage).map((row) => ({
      ...describePayout(row),
      payeeName: row.payee_name,
      method: row.payment_method,
      pixKey: row.pix_key,
      bankName: row.bank_name,
      bankAccount: row.bank_account_number,
      cardLast4: row.card_last4,
      cardHolder: row.card_holder_name,
      notes: notes.get(row.id),
      code: notes.get(row.id)?.stopped ? undefined : writePayoutCode(row),
    })),
    next: rows.length > payoutsPerPage ? rows[payoutsPerPage - 1]?.id : undefined,
  };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requirePayoutAdmin({ request, context });
  const fields = await readForm(request);
  const [batchId, payoutId] = [parseId(params.batchId), parseId(fields.payoutId)];
  if (!batchId || !payoutId) throw new Response(null, { status: 404 });
  const proof = await requireProof(context, request, { action: "settlePayout", fields });
  if (!proof.ok) return refuse(proof.problem, proof);
  if (fields.intent === "returned") return recordReturn({ batchId, payoutId });
  const end = parseEnd(fields);
  if (!end.ok) return refuse(end.problem);
  const settled = await settlePayout(context.services, {
    by: actorOf(context, request, viewer),
    batchId,
    payoutId,
    end: end.value,
  });
  if (!settled.ok && settled.error === "notFound") throw new Response(null, { status: 404 });
  const flash = settled.ok
    ? ({ tone: "success", title: `payouts.${end.value.status}Now` } as const)
    : describeRefusal(settled.error as Exclude<typeof settled.error, "notFound">);
  context.log.info({ adminId: viewer.userId, payoutId, end: end.value.status, settled }, "payout settled");
  return lead(flash);

  function lead(flash: Flash) {
    return goTo(`/admin/payouts/${batchId}${new URL(request.url).search}`, { request, context, flash });
  }

  async function recordReturn(payout: { batchId: string; payoutId: string }) {
    const form = parseFields(returnedForm, fields);
    if (!form.ok) return refuse(form.problem);
    const by = actorOf(context, request, viewer);
    const reason = form.value.returnReason;
    const returned = await returnPayout(context.services, { ...payout, by, reason });
    if (!returned.ok && returned.error === "notFound") throw new Response(null, { status: 404 });
    context.log.info({ adminId: viewer.userId, payoutId, returned }, "payout returned");
    return lead(
      returned.ok
        ? { tone: "success", title: "payouts.returnedNow" }
        : describeRefusal(returned.error as Exclude<typeof returned.error, "notFound">),
    );
  }
}

export default function PayoutBatch() {
  const { batch, payouts, next, problem, unusual, proofNeeded } = useLoaderData<typeof loader>();
  const { errorOf, typedIn } = useActionResult(useActionData<typeof action>());
  const t = useText();
  return (
    <>
      <PageHeader
        above={<BackLink to="/admin/payouts">{t("payouts.toPayouts")}</BackLink>}
        title={t("payouts.batch", { date: batch.date })}
        description={
          <>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold text-ink tabular-nums">{batch.sum}</span>
              {batch.payouts === 1
                ? t("payouts.batchCountOne")
                : t("payouts.batchCount", { count: batch.payouts })}
              <BatchState batch={batch} />
            </span>
            <span className="mt-1 block break-words">{t("payouts.batchBy", { email: batch.email })}</span>
          </>
        }
        actions={
          <>
            {batch.prepared > 0 && (
              <>
                <ButtonLink to={`/admin/payouts/${batch.id}/pay`}>
                  <Icon name="qr" />
                  {t("paying.oneByOne")}
                </ButtonLink>
                <ButtonLink to={`/admin/payouts/${batch.id}/codes`} variant="secondary">
                  {t("paying.codes")}
                </ButtonLink>
              </>
            )}
            <ButtonLink to={`/admin/payouts/${batch.id}/pay.csv`} variant="secondary" reloadDocument>
              <Icon name="download" />
              {t("payouts.payCsv")}
            </ButtonLink>
            <ButtonLink
              to={`/admin/export/payouts.xlsx?batch=${batch.id}`}
              variant="secondary"
              reloadDocument
            >
              <Icon name="download" />
              {t("payouts.payExcel")}
            </ButtonLink>
          </>
        }
        className="mb-8"
      />
      {problem && (
        <Notice tone="info" title={t("payouts.secondPerson")} className="mx-auto mb-5 max-w-3xl">
          {t(`approvals.problem.${problem}`)}
        </Notice>
      )}
      {unusual.count > 0 && (
        <Notice tone="warn" title={t("payouts.unusual")} className="mx-auto mb-5 max-w-3xl">
          <p>
            {unusual.count === 1
              ? t("payouts.unusualOne")
              : t("payouts.unusualMany", { count: unusual.count })}
          </p>
          <ul className="mt-2 space-y-2">
            {unusual.named.map(({ id, name, texts }) => (
              <li key={id} className="break-words">
                <TextLink to={`/admin/payouts/${batch.id}/${id}`}>{name}</TextLink>: {texts.join(" ")}
              </li>
            ))}
          </ul>
          {unusual.count > unusual.named.length && (
            <p className="mt-2">{t("payouts.andMore", { count: unusual.count - unusual.named.length })}</p>
          )}
        </Notice>
      )}
      <ul className="mx-auto max-w-3xl space-y-5">
        {payouts.map((payout) => (
          <PayoutCard
            key={payout.id}
            payout={payout}
            batchId={batch.id}
            mayRecord={!problem}
            proofNeeded={proofNeeded}
            problem={typedIn("payoutId") === payout.id ? { errorOf, typedIn } : undefined}
          />
        ))}
      </ul>
      {next && (
        <div className="mt-8 flex justify-center">
          <ButtonLink to={`/admin/payouts/${batch.id}?after=${next}`} variant="secondary">
            {t("payouts.more")}
          </ButtonLink>
        </div>
      )}
    </>
  );
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findSittingEnd, requireProof } from "~/features/accounts/proof/recent-proof.server";
import { actorOf } from "~/features/base/audit/actor.server";
import { formatDateTime, formatTime } from "~/features/base/form-fields/dates";
import { parseId } from "~/features/base/form-fields/record-id";
import { formatMoney } from "~/features/base/money/money";
import { refuseConfirmation } from "~/features/ledger/second-person/two-people.server";
import { BatchState } from "~/features/payouts/batches/batch-list";
import { sumBatchMargins } from "~/features/payouts/batches/batch-margins.queries.server";
import { findBatch } from "~/features/payouts/batches/batches.queries.server";
import { PayoutCard } from "~/features/payouts/batches/payout-card";
import { returnPayout } from "~/features/payouts/batches/return-payout.server";
import { returnedForm } from "~/features/payouts/batches/settle-form";
import { settlePayout } from "~/features/payouts/batches/settle-payout.server";
import { openedAddress } from "~/features/payouts/paying/batch-address";
import { BatchMarginsLine } from "~/features/payouts/paying/batch-margins";
import { BatchTable } from "~/features/payouts/paying/batch-table";
import { parseBatchView, writeBatchView } from "~/features/payouts/paying/batch-view";
import { chooseMarked } from "~/features/payouts/paying/choose-marked.server";
import { loadBatchTable } from "~/features/payouts/paying/load-batch-table.server";
import { settlePayouts } from "~/features/payouts/paying/settle-payouts.server";
import { describeRefusal, describeTogether, parseEnd } from "~/features/payouts/paying/settle-request.server";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { refuse } from "~/platform/forms/action-result.server";
import { parseFields, problemWith, readRepeatedForm } from "~/platform/forms/forms.server";
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

export const meta: MetaFunction = () => officeTitle("payoutBatch");

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireAdmin({ request, context });
  const { db, env, clock } = context.services;
  const batchId = parseId(params.batchId);
  const batch = batchId && (await findBatch(db, batchId));
  if (!batch) throw new Response(null, { status: 404 });
  const { searchParams } = new URL(request.url);
  const view = parseBatchView(searchParams);
  const { created_at, created_by, ...summary } = batch;
  const sittingEnd = await findSittingEnd(context, request);
  const [table, margins] = await Promise.all([
    loadBatchTable(db, {
      batchId,
      view,
      opened: parseId(searchParams.get("open")),
      everyRow: searchParams.get("rows") === "all",
      now: clock(),
    }),
    sumBatchMargins(db, batchId),
  ]);
  return {
    view,
    marked: searchParams.get("mark") === "all",
    table,
    margins,
    sittingUntil: sittingEnd && formatTime(sittingEnd),
    problem: await refuseConfirmation(db, env, {
      confirmer: userId,
      requester: created_by,
      requestedAt: created_at,
    }),
    batch: { ...summary, date: formatDateTime(created_at), sum: formatMoney(batch.cents, "BRL") },
  };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requirePayoutAdmin({ request, context });
  const { fields, listOf } = await readRepeatedForm(request);
  const batchId = parseId(params.batchId);
  if (!batchId) throw new Response(null, { status: 404 });
  const proof = await requireProof(context, request, { action: "settlePayout", fields });
  if (!proof.ok) return refuse(proof.problem, proof);
  const by = actorOf(context, request, viewer);
  const url = new URL(request.url);
  if (fields.intent === "settle") return settleMarked();
  const payoutId = parseId(fields.payoutId);
  if (!payoutId) throw new Response(null, { status: 404 });
  if (fields.intent === "returned") return recordReturn({ batchId, payoutId });
  const end = parseEnd(fields);
  if (!end.ok) return refuse(end.problem);
  const settled = await settlePayout(context.services, { by, batchId, payoutId, end: end.value });
  if (!settled.ok && settled.error === "notFound") throw new Response(null, { status: 404 });
  const flash = settled.ok
    ? ({ tone: "success", title: `payouts.${end.value.status}Now` } as const)
    : describeRefusal(settled.error as Exclude<typeof settled.error, "notFound">);
  context.log.info({ adminId: viewer.userId, payoutId, end: end.value.status, settled }, "payout settled");
  return lead(flash);

  /** A script keeps the scroll position; without one the browser keeps the fragment of the form's address. */
  function lead(flash: Flash) {
    const query = writeBatchView(parseBatchView(url.searchParams));
    return goTo(`/admin/payouts/${batchId}${query}`, { request, context, flash });
  }

  async function settleMarked() {
    const chosen = await chooseMarked(context.services.db, {
      batchId: batchId ?? "",
      payoutIds: listOf("payoutId"),
      typed: fields.reference ?? "",
    });
    if (!chosen.ok && chosen.error === "notFound") throw new Response(null, { status: 404 });
    if (!chosen.ok) return refuse(problemWith(fields, { [chosen.field]: chosen.error }));
    const { settled, failures } = await settlePayouts(context.services, { by, ends: chosen.ends });
    context.log.info(
      { adminId: viewer.userId, batchId, settled, failures: failures.length },
      "payouts settled",
    );
    return lead(describeTogether({ settled, failures }));
  }

  async function recordReturn(payout: { batchId: string; payoutId: string }) {
    const form = parseFields(returnedForm, fields);
    if (!form.ok) return refuse(form.problem);
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
  const { batch, table, view, marked, problem, sittingUntil, margins } = useLoaderData<typeof loader>();
  const { errorOf, typedIn } = useActionResult(useActionData<typeof action>());
  const t = useText();
  const path = `/admin/payouts/${batch.id}`;
  const proofNeeded = sittingUntil === undefined;
  const { opened } = table;
  const wrong = typedIn("payoutId") === opened?.id && typedIn("intent") !== "settle";
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
              {batch.prepared > 0 && <span>{t("paying.left", { sum: table.openSum })}</span>}
            </span>
            <span className="mt-1 block break-words">{t("payouts.batchBy", { email: batch.email })}</span>
          </>
        }
        actions={
          <>
            <ButtonLink to="/admin/payouts/statement" variant="secondary">
              <Icon name="bank" />
              {t("bankStatement.read")}
            </ButtonLink>
            {batch.prepared > 0 && (
              <>
                <ButtonLink to={`${path}/pay`}>
                  <Icon name="qr" />
                  {t("paying.oneByOne")}
                </ButtonLink>
                <ButtonLink to={`${path}/codes`} variant="secondary">
                  {t("paying.codes")}
                </ButtonLink>
              </>
            )}
            <ButtonLink to={`${path}/pay.csv`} variant="secondary" reloadDocument>
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
        className="mb-6"
      />
      {problem && (
        <Notice tone="info" title={t("payouts.secondPerson")} className="mb-5">
          {t(`approvals.problem.${problem}`)}
        </Notice>
      )}
      {table.unusual > 0 && view.show !== "problem" && (
        <Notice tone="warn" title={t("payouts.unusual")} className="mb-5">
          <p>
            {table.unusual === 1
              ? t("payouts.unusualOne")
              : t("payouts.unusualMany", { count: table.unusual })}
          </p>
          <TextLink to={`${path}?show=problem`} preventScrollReset>
            {t("paying.unusualLink")}
          </TextLink>
        </Notice>
      )}
      <BatchTable
        batchId={batch.id}
        view={view}
        rows={table.rows}
        more={table.more}
        counts={table.counts}
        mayRecord={!problem}
        marked={marked}
        proofNeeded={proofNeeded}
        sittingUntil={sittingUntil}
        result={{ errorOf, typedIn }}
        opened={
          opened && {
            id: opened.id,
            card: (
              <PayoutCard
                payout={opened}
                batchId={batch.id}
                action={openedAddress(path, view, opened.id)}
                mayRecord={!problem}
                proofNeeded={proofNeeded}
                problem={wrong ? { errorOf, typedIn } : undefined}
              />
            ),
          }
        }
      />
      {margins.grossCents !== 0 && <BatchMarginsLine margins={margins} />}
    </>
  );
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BatchPage } from "~/features/money/paying/batch-page";
import { parseBatchView, writeBatchView } from "~/features/money/paying/batch-view";
import { showBatch } from "~/features/money/paying/load-batch-table.server";
import {
  chooseMarked,
  describeRefusal,
  describeTogether,
  parseEnd,
  settleFormMaxBytes,
  settlePayouts,
} from "~/features/money/paying/settle-payouts.server";
import { returnedForm } from "~/features/money/payouts/payout-form-rules";
import { returnPayout, settlePayout } from "~/features/money/payouts/settle-payout.server";
import { formatTime } from "~/i18n/dates";
import { officeTitle } from "~/i18n/office-titles";
import { parseFields, problemWith, readRepeatedForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import type { Flash } from "~/platform/session/cookies.server";
import { requireAdmin, requireId, requirePayoutAdmin } from "~/server/guards.server";
import { findSittingEnd, requireProof } from "~/server/recent-proof.server";

export const meta: MetaFunction = () => officeTitle("payoutBatch");

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireAdmin({ request, context });
  const { searchParams } = new URL(request.url);
  const batchQuery = { batchId: requireId(params.batchId), adminId: userId, params: searchParams };
  const shown = await showBatch(context.services, batchQuery);
  if (!shown) throw new Response(null, { status: 404 });
  const sittingEnd = await findSittingEnd(context, request);
  return { ...shown, sittingUntil: sittingEnd && formatTime(sittingEnd) };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requirePayoutAdmin({ request, context });
  const { fields, listOf } = await readRepeatedForm(request, settleFormMaxBytes);
  const marked = listOf("payoutId");
  // Keeps the marks of a refused form.
  if (fields.intent === "settle") fields.payoutId = marked.join(" ");
  const batchId = requireId(params.batchId);
  const proof = await requireProof(context, request, { action: "settlePayout", fields });
  if (!proof.ok) return refuse(proof.problem, proof);
  const by = actorOf(context, request, viewer);
  const url = new URL(request.url);
  if (fields.intent === "settle") return settleMarked();
  const payoutId = requireId(fields.payoutId);
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

  /** A script keeps the scroll position; a browser without it keeps the fragment of the form's address. */
  function lead(flash: Flash) {
    const query = writeBatchView(parseBatchView(url.searchParams));
    return goTo(`/admin/payouts/${batchId}${query}`, { request, context, flash });
  }

  async function settleMarked() {
    const chosen = await chooseMarked(context.services.db, {
      batchId,
      payoutIds: marked,
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
  const { sittingUntil, ...shown } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  return <BatchPage {...shown} sittingUntil={sittingUntil} result={result} />;
}

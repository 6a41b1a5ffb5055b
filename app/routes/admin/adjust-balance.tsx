import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AdjustmentFields } from "~/features/money/fees/adjustment-fields";
import { adjustBalance } from "~/features/money/ledger/adjust-balance.server";
import { adjustmentForm } from "~/features/money/ledger/adjustment";
import { loadTwoPeople } from "~/features/money/ledger/approvals.server";
import { AdjustmentList } from "~/features/office/people/person-story";
import { showAdjustments } from "~/features/office/people/show-story.server";
import type { MessageKey } from "~/i18n/message-key";
import { formatMoney } from "~/i18n/money";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { parseFields, problemWith, readForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { answerChange } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import { requireAdmin, requireId } from "~/server/guards.server";
import { hasRecentProof, requireProof } from "~/server/recent-proof.server";
import { Notice } from "~/ui/notice";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = () => officeTitle("adminAdjustBalance");

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const creatorId = requireId(params.creatorId);
  const shown = await showAdjustments(context.services, creatorId);
  if (!shown) throw new Response(null, { status: 404 });
  const proofNeeded = !(await hasRecentProof(context, request));
  const { db, env } = context.services;
  const { required, soloAdjustmentCents } = await loadTwoPeople(db, env);
  const limitCents = required ? soloAdjustmentCents : undefined;
  return { ...shown, creatorId, formId: randomUUID(), proofNeeded, limitCents };
}

const refusals = {
  tooHigh: "adjust.tooHigh",
  noDebt: "adjust.noDebt",
  moreThanDebt: "adjust.moreThanDebt",
} as const satisfies Record<string, MessageKey>;

export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const creatorId = requireId(params.creatorId);
  const fields = await readForm(request);
  const form = parseFields(adjustmentForm, fields);
  if (!form.ok) return refuse(form.problem);
  const proof = await requireProof(context, request, { action: "adjustBalance", fields });
  if (!proof.ok) return refuse(proof.problem, proof);
  const { amount: cents, ...rest } = form.value;
  const by = actorOf(context, request, viewer);
  const adjusted = await adjustBalance(context.services, { ...rest, creatorId, cents }, by);
  if (!adjusted.ok) {
    if (adjusted.error === "notFound") throw new Response(null, { status: 404 });
    return refuse(problemWith(fields, { amount: refusals[adjusted.error] }), { status: 409 });
  }
  context.log.info({ adminId: viewer.userId, creatorId, adjustment: rest.id, adjusted }, "balance adjusted");
  return answerChange(adjusted, {
    request,
    context,
    path: `/admin/creators/${creatorId}/balance`,
    title: "adjust.saved",
  });
}

export default function AdjustBalance() {
  const { name, balanceCents, adjustments, creatorId, formId, proofNeeded, limitCents } =
    useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  return (
    <div className="mx-auto max-w-3xl space-y-6">
      <PageHeader
        above={<BackLink to={`/admin/creators/${creatorId}`}>{name}</BackLink>}
        title={t("adjust.title")}
        description={t("adjust.balanceIs", { balance: formatMoney(balanceCents, "BRL") })}
      />
      {limitCents !== undefined && (
        <Notice tone="info">
          {t("approvals.adjustmentWaits", { limit: formatMoney(limitCents, "BRL") })}
        </Notice>
      )}
      <AdjustmentFields
        key={formId}
        id={formId}
        owes={balanceCents < 0}
        proofNeeded={proofNeeded}
        result={result}
      />
      <AdjustmentList adjustments={adjustments} />
    </div>
  );
}

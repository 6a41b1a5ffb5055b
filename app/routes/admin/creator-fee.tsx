import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatShare, platformShareBp } from "~/features/base/money/platform-share";
import { changeFee } from "~/features/money/fees/change-fee.server";
import { FeeFields, RuleHistory } from "~/features/money/fees/rule-form";
import { earliestFeeStart, feeForm } from "~/features/money/fees/rule-forms";
import { showFeeHistory, showOwnShare } from "~/features/money/fees/show-fees.server";
import { loadTwoPeople } from "~/features/money/ledger/approvals.server";
import { findCreator } from "~/features/office/people/people.queries.server";
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

export const meta: MetaFunction = () => officeTitle("adminCreatorFee");

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const creatorId = requireId(params.creatorId);
  const { db, env, clock } = context.services;
  const [creator, share, fees, proved, { required }] = await Promise.all([
    findCreator(db, creatorId),
    showOwnShare(context.services, creatorId),
    showFeeHistory(context.services, creatorId),
    hasRecentProof(context, request),
    loadTwoPeople(db, env),
  ]);
  if (!creator) throw new Response(null, { status: 404 });
  const form = { id: randomUUID(), earliest: earliestFeeStart(clock()), proofNeeded: !proved };
  return { name: creator.full_name, creatorId, share, fees, form, waits: required };
}

const refusals = { past: "fees.past", tooFar: "fees.tooFar" } as const;

export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const creatorId = requireId(params.creatorId);
  const fields = await readForm(request);
  const form = parseFields(feeForm, fields);
  if (!form.ok) return refuse(form.problem);
  const proof = await requireProof(context, request, { action: "changeFee", fields });
  if (!proof.ok) return refuse(proof.problem, proof);
  const { percent: bp, ...rest } = form.value;
  const by = actorOf(context, request, viewer);
  const changed = await changeFee(context.services, { ...rest, creatorId, bp }, by);
  if (!changed.ok) {
    if (changed.error === "notFound") throw new Response(null, { status: 404 });
    return refuse(problemWith(fields, { from: refusals[changed.error] }), { status: 409 });
  }
  context.log.info({ adminId: viewer.userId, creatorId, fee: rest.id, changed }, "fee of a creator changed");
  return answerChange(changed, {
    request,
    context,
    path: `/admin/creators/${creatorId}/fee`,
    title: "fees.saved",
  });
}

export default function CreatorFee() {
  const { name, creatorId, share, fees, form, waits } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  return (
    <div className="mx-auto max-w-3xl space-y-6">
      <PageHeader
        above={<BackLink to={`/admin/creators/${creatorId}`}>{name}</BackLink>}
        title={t("fees.title")}
        description={t("fees.now", share.now)}
      />
      {share.next && <Notice tone="info">{t("fees.next", share.next)}</Notice>}
      {waits && <Notice tone="info">{t("approvals.feeWaits")}</Notice>}
      <FeeFields key={form.id} {...form} result={result} />
      <RuleHistory
        rules={fees.map(({ percent, from, ...fee }) => ({
          ...fee,
          text: t("fees.entry", { percent, date: from }),
        }))}
        never={t("fees.none", { percent: formatShare(platformShareBp) })}
      />
    </div>
  );
}

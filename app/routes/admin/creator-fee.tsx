import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { changeFee } from "~/features/money/fees/change-fee.server";
import { FeeFields, RulePage } from "~/features/money/fees/rule-form";
import { feeForm } from "~/features/money/fees/rule-forms";
import { showFeeHistory, showOwnShare, showRuleForm } from "~/features/money/fees/show-fees.server";
import { findCreator } from "~/features/office/people/people.queries.server";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { parseFields, problemWith, readForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { answerChange } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import { requireAdmin, requireId } from "~/server/guards.server";
import { hasRecentProof, requireProof } from "~/server/recent-proof.server";

export const meta: MetaFunction = () => officeTitle("adminCreatorFee");

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const creatorId = requireId(params.creatorId);
  const { services } = context;
  const [creator, share, fees, rule] = await Promise.all([
    findCreator(services.db, creatorId),
    showOwnShare(services, creatorId),
    showFeeHistory(services, creatorId),
    showRuleForm(services, hasRecentProof(context, request)),
  ]);
  if (!creator) throw new Response(null, { status: 404 });
  return { name: creator.full_name, creatorId, share, fees, ...rule };
}

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
    return refuse(problemWith(fields, { from: `fees.${changed.error}` }), { status: 409 });
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
    <RulePage
      back={{ to: `/admin/creators/${creatorId}`, text: name }}
      title={t("fees.title")}
      description={t("fees.now", share.now)}
      notices={[share.next && t("fees.next", share.next), waits && t("approvals.feeWaits")]}
      rules={fees.map(({ percent, from, ...fee }) => ({
        ...fee,
        text: t("fees.entry", { percent, date: from }),
      }))}
      never={t("fees.none", { percent: share.usual })}
    >
      <FeeFields key={form.id} {...form} result={result} />
    </RulePage>
  );
}

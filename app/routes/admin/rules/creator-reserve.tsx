import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { changeReserve } from "~/features/money/fees/change-releases.server";
import { ReserveFields, RulePage } from "~/features/money/fees/rule-form";
import { reserveForm } from "~/features/money/fees/rule-forms";
import { showReserves, showRuleForm } from "~/features/money/fees/show-fees.server";
import { findCreator } from "~/features/office/people/people.queries.server";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { parseFields, problemWith, readForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { answerChange } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import { requireAdmin, requireId } from "~/server/guards.server";
import { hasRecentProof, requireProof } from "~/server/recent-proof.server";

export const meta: MetaFunction = () => officeTitle("adminCreatorReserve");

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const creatorId = requireId(params.creatorId);
  const { services } = context;
  const [creator, reserve, rule] = await Promise.all([
    findCreator(services.db, creatorId),
    showReserves(services, creatorId),
    showRuleForm(services, hasRecentProof(context, request)),
  ]);
  if (!creator) throw new Response(null, { status: 404 });
  return { name: creator.full_name, creatorId, reserve, ...rule };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const creatorId = requireId(params.creatorId);
  const fields = await readForm(request);
  const form = parseFields(reserveForm, fields);
  if (!form.ok) return refuse(form.problem);
  const proof = await requireProof(context, request, { action: "changeReserve", fields });
  if (!proof.ok) return refuse(proof.problem, proof);
  const { percent: bp, days, ...rest } = form.value;
  const by = actorOf(context, request, viewer);
  const changed = await changeReserve(context.services, { ...rest, creatorId, reserve: { bp, days } }, by);
  if (!changed.ok) {
    if (changed.error === "notFound") throw new Response(null, { status: 404 });
    return refuse(problemWith(fields, { from: `fees.${changed.error}` }), { status: 409 });
  }
  context.log.info({ adminId: viewer.userId, creatorId, rule: rest.id, changed }, "reserve changed");
  return answerChange(changed, {
    request,
    context,
    path: `/admin/creators/${creatorId}/reserve`,
    title: "releases.reserveSaved",
  });
}

export default function CreatorReserve() {
  const { name, creatorId, reserve, form, waits } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  const { now, next, held } = reserve;
  const changes = reserve.changes.map(({ percent, days, from, ...rule }) => ({
    ...rule,
    text:
      days === 0
        ? t("releases.reserveEnd", { date: from })
        : t("releases.reserveEntry", { percent, days, date: from }),
  }));
  return (
    <RulePage
      back={{ to: `/admin/creators/${creatorId}`, text: name }}
      title={t("releases.reserveTitle")}
      description={now ? t("releases.reserveNow", now) : t("releases.reserveNone")}
      notices={[
        held && t("releases.reserveHeld", { held }),
        next && (next.days === 0 ? t("releases.reserveEnd", next) : t("releases.reserveEntry", next)),
        waits && t("approvals.ruleWaits"),
      ]}
      rules={changes}
      never={t("releases.reserveNever")}
    >
      <ReserveFields key={form.id} {...form} result={result} />
    </RulePage>
  );
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { changeMinimumPayout } from "~/features/money/fees/change-minimum-payout.server";
import { minimumPayoutCents } from "~/features/money/fees/minimum-payout";
import { MinimumPayoutFields, RulePage } from "~/features/money/fees/rule-form";
import { minimumPayoutForm } from "~/features/money/fees/rule-forms";
import { showMinimumPayout, showRuleForm } from "~/features/money/fees/show-fees.server";
import { formatMoney } from "~/i18n/money";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { parseFields, readForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { answerChange } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import { requireAdmin } from "~/server/guards.server";
import { hasRecentProof, requireProof } from "~/server/recent-proof.server";

export const meta: MetaFunction = () => officeTitle("adminMinimumPayout");

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const [minimum, rule] = await Promise.all([
    showMinimumPayout(context.services),
    showRuleForm(context.services, hasRecentProof(context, request)),
  ]);
  return { ...minimum, ...rule };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const fields = await readForm(request);
  const form = parseFields(minimumPayoutForm, fields);
  if (!form.ok) return refuse(form.problem);
  const proof = await requireProof(context, request, { action: "changeMinimumPayout", fields });
  if (!proof.ok) return refuse(proof.problem, proof);
  const { amount: cents, ...rest } = form.value;
  const by = actorOf(context, request, viewer);
  const changed = await changeMinimumPayout(context.services, { ...rest, cents }, by);
  if (!changed.ok) throw new Response(null, { status: 404 });
  context.log.info({ adminId: viewer.userId, change: rest.id, cents, changed }, "minimum payout changed");
  return answerChange(changed, {
    request,
    context,
    path: "/admin/payouts/smallest",
    title: "fees.minimumSaved",
  });
}

export default function MinimumPayout() {
  const { amount, changes, form, waits } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  return (
    <RulePage
      back={{ to: "/admin/payouts", text: t("payouts.title") }}
      title={t("fees.minimumTitle")}
      description={t("fees.minimumNow", { amount })}
      notices={[waits && t("approvals.minimumPayoutWaits")]}
      rules={changes}
      never={t("fees.minimumNever", { amount: formatMoney(minimumPayoutCents, "BRL") })}
    >
      <MinimumPayoutFields key={form.id} {...form} result={result} />
    </RulePage>
  );
}

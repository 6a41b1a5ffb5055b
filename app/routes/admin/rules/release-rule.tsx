import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { changeReleaseRule } from "~/features/money/fees/change-releases.server";
import { ReleaseFields, RulePage } from "~/features/money/fees/rule-form";
import { releaseForm } from "~/features/money/fees/rule-forms";
import { showReleaseRules, showRuleForm } from "~/features/money/fees/show-fees.server";
import { releaseDays } from "~/features/money/ledger/release-rules";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { parseFields, problemWith, readForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { answerChange } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import { requireAdmin } from "~/server/guards.server";
import { hasRecentProof, requireProof } from "~/server/recent-proof.server";

export const meta: MetaFunction = () => officeTitle("adminReleaseRule");

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const [rules, rule] = await Promise.all([
    showReleaseRules(context.services),
    showRuleForm(context.services, hasRecentProof(context, request)),
  ]);
  return { rules, ...rule };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const fields = await readForm(request);
  const form = parseFields(releaseForm, fields);
  if (!form.ok) return refuse(form.problem);
  const proof = await requireProof(context, request, { action: "changeReleaseRule", fields });
  if (!proof.ok) return refuse(proof.problem, proof);
  const { pixDays: pix, boletoDays: boleto, cardDays: card, ...rest } = form.value;
  const by = actorOf(context, request, viewer);
  const changed = await changeReleaseRule(context.services, { ...rest, days: { pix, boleto, card } }, by);
  if (!changed.ok) {
    if (changed.error === "notFound") throw new Response(null, { status: 404 });
    return refuse(problemWith(fields, { from: `fees.${changed.error}` }), { status: 409 });
  }
  context.log.info({ adminId: viewer.userId, rule: rest.id, changed }, "days until releases changed");
  return answerChange(changed, { request, context, path: "/admin/payouts/release", title: "releases.saved" });
}

export default function ReleaseRule() {
  const { rules, form, waits } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  const changes = rules.changes.map(({ days, from, ...rule }) => ({
    ...rule,
    text: t("releases.entry", { ...days, date: from }),
  }));
  return (
    <RulePage
      back={{ to: "/admin/payouts", text: t("payouts.title") }}
      title={t("releases.title")}
      description={t("releases.now", rules.days)}
      notices={[rules.next && t("releases.next", rules.next), waits && t("approvals.ruleWaits")]}
      rules={changes}
      never={t("releases.never", releaseDays)}
    >
      <ReleaseFields key={form.id} {...form} days={rules.days} result={result} />
    </RulePage>
  );
}

import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RuleHistory } from "~/features/money/fees/rule-form";
import { loadTwoPeople } from "~/features/money/ledger/approvals.server";
import { changeMinimumPayout } from "~/features/money/payees/change-minimum-payout.server";
import { minimumPayoutCents } from "~/features/money/payees/minimum-payout";
import { findMinimumPayout, listMinimumPayouts } from "~/features/money/payees/minimum-payout.queries.server";
import { MinimumPayoutFields } from "~/features/money/payees/minimum-payout-fields";
import { minimumPayoutForm } from "~/features/money/payees/minimum-payout-form";
import { formatDateTime } from "~/i18n/dates";
import { formatMoney } from "~/i18n/money";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { parseFields, readForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { answerChange } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import { requireAdmin } from "~/server/guards.server";
import { hasRecentProof, requireProof } from "~/server/recent-proof.server";
import { Notice } from "~/ui/notice";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = () => officeTitle("adminMinimumPayout");

/** The audit log has the others. */
const changesShown = 50;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const { db, env } = context.services;
  const [cents, changes, proved, { required }] = await Promise.all([
    findMinimumPayout(db),
    listMinimumPayouts(db, changesShown),
    hasRecentProof(context, request),
    loadTwoPeople(db, env),
  ]);
  return {
    amount: formatMoney(cents, "BRL"),
    changes: changes.map(({ cents: set, created_at, ...change }) => ({
      ...change,
      text: formatMoney(set, "BRL"),
      date: formatDateTime(created_at),
    })),
    form: { id: randomUUID(), proofNeeded: !proved },
    waits: required,
  };
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
    <div className="mx-auto max-w-3xl space-y-6">
      <PageHeader
        above={<BackLink to="/admin/payouts">{t("payouts.title")}</BackLink>}
        title={t("fees.minimumTitle")}
        description={t("fees.minimumNow", { amount })}
      />
      {waits && <Notice tone="info">{t("approvals.minimumPayoutWaits")}</Notice>}
      <MinimumPayoutFields key={form.id} {...form} result={result} />
      <RuleHistory
        rules={changes}
        never={t("fees.minimumNever", { amount: formatMoney(minimumPayoutCents, "BRL") })}
      />
    </div>
  );
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refuseConfirmation } from "~/features/money/ledger/approvals.server";
import { writePayoutCode } from "~/features/money/payees/payout-code.server";
import { findNextUnpaid } from "~/features/money/paying/batch-view";
import { listInPayOrder, loadPayScreen } from "~/features/money/paying/load-pay-screen.server";
import { PayScreen } from "~/features/money/paying/pay-screen";
import { describeRefusal, parseEnd } from "~/features/money/paying/settle-payouts.server";
import { findBatch } from "~/features/money/payouts/batches.queries.server";
import { settlePayout } from "~/features/money/payouts/settle-payout.server";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { readForm, refuse } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import type { Flash } from "~/platform/session/cookies.server";
import { requireAdmin, requirePayoutAdmin } from "~/server/guards.server";
import { findSittingEnd, requireProof } from "~/server/recent-proof.server";
import { Notice } from "~/ui/notice";

export const meta: MetaFunction = () => officeTitle("payPayouts");

/** Default of `?payout=`: the first unpaid one. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireAdmin({ request, context });
  const { db, env, clock } = context.services;
  const batchId = parseId(params.batchId);
  const batch = batchId && (await findBatch(db, batchId));
  if (!batch) throw new Response(null, { status: 404 });
  const payoutParam = new URL(request.url).searchParams.get("payout");
  const payoutId = parseId(payoutParam);
  if (payoutParam && !payoutId) throw new Response(null, { status: 404 });
  const screen = await loadPayScreen(db, { batch, payoutId, now: clock() });
  if (screen === undefined) throw new Response(null, { status: 404 });
  if (screen === "done") {
    const flash = { tone: "info", title: "paying.allDone" } as const;
    throw await goTo(`/admin/payouts/${batchId}`, { request, context, flash });
  }
  return {
    screen,
    proofNeeded: (await findSittingEnd(context, request)) === undefined,
    problem: await refuseConfirmation(db, env, {
      confirmer: userId,
      requester: batch.created_by,
      requestedAt: batch.created_at,
    }),
  };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requirePayoutAdmin({ request, context });
  const fields = await readForm(request);
  const [batchId, payoutId] = [parseId(params.batchId), parseId(fields.payoutId)];
  if (!batchId || !payoutId) throw new Response(null, { status: 404 });
  const proof = await requireProof(context, request, { action: "settleNextPayout", fields });
  if (!proof.ok) return refuse(proof.problem, proof);
  const { db } = context.services;
  const before = await listInPayOrder(db, batchId);
  const payout = before.find(({ id }) => id === payoutId);
  if (!payout) throw new Response(null, { status: 404 });
  // A repeated form finds its payout settled: then it has no code.
  const byCode = writePayoutCode({ ...payout, status: "prepared" }) ? payoutId : undefined;
  const end = parseEnd(fields, byCode);
  if (!end.ok) return refuse(end.problem);
  const by = actorOf(context, request, viewer);
  const settled = await settlePayout(context.services, { by, batchId, payoutId, end: end.value });
  context.log.info({ adminId: viewer.userId, payoutId, end: end.value.status, settled }, "payout settled");
  if (!settled.ok) {
    if (settled.error === "notFound") throw new Response(null, { status: 404 });
    return lead(`/admin/payouts/${batchId}/pay?payout=${payoutId}`, describeRefusal(settled.error));
  }
  const next = findNextUnpaid(before, payoutId);
  if (!next) return lead(`/admin/payouts/${batchId}`, { tone: "success", title: "paying.allDone" });
  return lead(`/admin/payouts/${batchId}/pay?payout=${next.id}`, {
    tone: "success",
    title: `payouts.${end.value.status}Now`,
  });

  function lead(path: string, flash: Flash) {
    return goTo(path, { request, context, flash });
  }
}

export default function PayPayouts() {
  const { screen, problem, proofNeeded } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  return (
    <>
      {problem && (
        <Notice tone="info" title={t("payouts.secondPerson")} className="mx-auto mb-5 max-w-md">
          {t(`approvals.problem.${problem}`)}
        </Notice>
      )}
      <PayScreen
        screen={screen}
        mayRecord={!problem}
        proofNeeded={proofNeeded}
        result={result.onlyIf(result.typedIn("payoutId") === screen.payout.id)}
      />
    </>
  );
}

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findBatchPayout } from "~/features/money/payouts/batches.queries.server";
import { PayoutNotes } from "~/features/money/payouts/payout-status";
import { showPayoutNotes } from "~/features/money/payouts/show-payout-notes.server";
import { describePayout, loadStatement, parseLineCursor } from "~/features/money/payouts/statement.server";
import { StatementView } from "~/features/money/payouts/statement-view";
import { serverPageTexts } from "~/i18n/i18next.server";
import { defaultLocale } from "~/i18n/languages";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { parseId } from "~/platform/forms/record-id";
import { requireAdmin } from "~/server/guards.server";

export const meta: MetaFunction = () => officeTitle("payoutStatement");

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const { db, clock } = context.services;
  const [batchId, payoutId] = [parseId(params.batchId), parseId(params.payoutId)];
  const payout = batchId && payoutId && (await findBatchPayout(db, { batchId, payoutId }));
  if (!payout) throw new Response(null, { status: 404 });
  const after = parseLineCursor(new URL(request.url).searchParams.get("after"));
  return {
    batchId,
    notes: (await showPayoutNotes(db, [payout], clock())).get(payout.id),
    statement: {
      ...(await loadStatement(db, payout, { after, texts: serverPageTexts(defaultLocale) })),
      payout: describePayout(payout),
      first: after === 0,
    },
  };
}

export default function PayoutStatement() {
  const { batchId, notes, statement } = useLoaderData<typeof loader>();
  const t = useText();
  const batch = `/admin/payouts/${batchId}`;
  return (
    <>
      {notes && <PayoutNotes notes={notes} className="mb-6" />}
      <StatementView
        statement={statement}
        path={`${batch}/${statement.payout.id}`}
        back={{ to: batch, text: t("payouts.toBatch") }}
      />
    </>
  );
}

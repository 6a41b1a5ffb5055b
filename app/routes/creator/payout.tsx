import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { parseId } from "~/features/base/form-fields/record-id";
import { parseLineCursor } from "~/features/payouts/balances/owed-cursor";
import { findOwnPayout } from "~/features/payouts/batches/batches.queries.server";
import { describePayout, loadStatement } from "~/features/payouts/batches/statement.server";
import { StatementView } from "~/features/payouts/batches/statement-view";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { requireCreator } from "~/server/guards.server";

export const meta: MetaFunction = () => officeTitle("payoutStatement");

/** 404 for another creator's payout. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const { db } = context.services;
  const payoutId = parseId(params.payoutId);
  const payout = payoutId && (await findOwnPayout(db, { creatorId, payoutId }));
  if (!payout) throw new Response(null, { status: 404 });
  const after = parseLineCursor(new URL(request.url).searchParams.get("after"));
  return {
    ...(await loadStatement(db, payout, after)),
    payout: describePayout(payout),
    first: after === 0,
  };
}

export default function OwnPayout() {
  const statement = useLoaderData<typeof loader>();
  const t = useText();
  return (
    <div className="mx-auto max-w-3xl">
      <StatementView
        statement={statement}
        path={`/creator/payouts/${statement.payout.id}`}
        back={{ to: "/creator/payments", text: t("payouts.toPayments") }}
      />
    </div>
  );
}

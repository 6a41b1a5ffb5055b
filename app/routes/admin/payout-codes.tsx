import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CodeSheet } from "~/features/money/paying/code-sheet";
import { loadCodeSheet } from "~/features/money/paying/load-pay-screen.server";
import { findBatch } from "~/features/money/payouts/batches.queries.server";
import { officeTitle } from "~/i18n/office-titles";
import { parseId } from "~/platform/forms/record-id";
import { requireAdmin } from "~/server/guards.server";

export const meta: MetaFunction = () => officeTitle("payoutCodes");

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const { db, clock } = context.services;
  const batchId = parseId(params.batchId);
  const batch = batchId && (await findBatch(db, batchId));
  if (!batch) throw new Response(null, { status: 404 });
  const sheetParam = Number(new URL(request.url).searchParams.get("sheet"));
  const sheet = Number.isSafeInteger(sheetParam) && sheetParam > 0 ? sheetParam : 0;
  return loadCodeSheet(db, { batch, sheet, now: clock() });
}

export default function PayoutCodes() {
  return <CodeSheet sheet={useLoaderData<typeof loader>()} />;
}

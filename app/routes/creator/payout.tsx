import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { monthBefore } from "~/features/money/payees/report-periods";
import { listInvoices } from "~/features/money/payees/tax.queries.server";
import { InvoiceLine } from "~/features/money/payees/year-report";
import { findOwnPayout } from "~/features/money/payouts/batches.queries.server";
import { describePayout, loadStatement, parseLineCursor } from "~/features/money/payouts/statement.server";
import { StatementView } from "~/features/money/payouts/statement-view";
import { creatorTitle } from "~/i18n/creator-titles";
import { dayOf } from "~/i18n/days";
import { serverPageTexts } from "~/i18n/i18next.server";
import { decideLocale } from "~/i18n/page-language";
import { useText } from "~/i18n/use-locale";
import { parseId } from "~/platform/forms/record-id";
import { requireCreator } from "~/server/guards.server";

export const meta: MetaFunction = (page) => creatorTitle(page, "payoutStatement");

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const { db } = context.services;
  const payoutId = parseId(params.payoutId);
  const payout = payoutId && (await findOwnPayout(db, { creatorId, payoutId }));
  if (!payout) throw new Response(null, { status: 404 });
  const url = new URL(request.url);
  const after = parseLineCursor(url.searchParams.get("after"));
  const texts = serverPageTexts(decideLocale(url));
  const month = dayOf(payout.created_at).slice(0, 7);
  const [statement, invoices] = await Promise.all([
    loadStatement(db, payout, { after, texts }),
    listInvoices(db, { creatorId, from: monthBefore(month), to: month }),
  ]);
  return {
    ...statement,
    invoices,
    payout: describePayout(payout, texts.locale),
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
      {statement.invoices.length > 0 && (
        <section aria-labelledby="invoices" className="mt-8">
          <h2 id="invoices" className="text-xl">
            {t("payouts.invoicesTitle")}
          </h2>
          {statement.invoices.map((invoice) => (
            <InvoiceLine key={invoice.month} {...invoice} />
          ))}
        </section>
      )}
    </div>
  );
}

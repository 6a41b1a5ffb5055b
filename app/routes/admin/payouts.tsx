import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatDateTime } from "~/features/base/form-fields/dates";
import { formatMoney } from "~/features/base/money/money";
import { ExportLinks } from "~/features/office/exports/export-links";
import { OwedCreatorList } from "~/features/payouts/balances/owed-creator-list";
import { loadOwedCreators } from "~/features/payouts/balances/owed-creators.server";
import { parseOwedCursor } from "~/features/payouts/balances/owed-cursor";
import { ReleaseRulesText } from "~/features/payouts/balances/release-rules-text";
import { BatchList } from "~/features/payouts/batches/batch-list";
import { listBatches } from "~/features/payouts/batches/batches.queries.server";
import { loadNextBatch } from "~/features/payouts/batches/prepare-payouts.server";
import { metaText } from "~/i18n/meta-text";
import { useText } from "~/i18n/use-locale";
import { parseCursor } from "~/platform/keyset";
import { requireAdmin } from "~/server/guards.server";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icons";
import { PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = ({ location }) => metaText(location, "payouts");

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const { db, clock } = context.services;
  const { searchParams } = new URL(request.url);
  const now = clock();
  const [next, owed, batches] = await Promise.all([
    loadNextBatch(db, { asOf: now }),
    loadOwedCreators(db, { after: parseOwedCursor(searchParams.get("after")), now }),
    listBatches(db, { after: parseCursor(searchParams.get("batches")) }),
  ]);
  return {
    next: { count: next.payouts.length, cents: next.cents, leftOut: next.leftOutCount, isFull: next.isFull },
    owed,
    batches: {
      next: batches.next,
      rows: batches.rows.map(({ created_at, email: _, ...batch }) => ({
        ...batch,
        date: formatDateTime(created_at),
      })),
    },
  };
}

export default function Payouts() {
  const { next, owed, batches } = useLoaderData<typeof loader>();
  const t = useText();
  const sum = formatMoney(next.cents, "BRL");
  const several = next.count === 1 ? t("payouts.nextBatchOne", { sum }) : undefined;
  return (
    <>
      <PageHeader
        title={t("payouts.title")}
        description={t("payouts.text")}
        actions={
          <>
            <ButtonLink to="/admin/payouts/statement" variant="secondary">
              <Icon name="bank" />
              {t("bankStatement.read")}
            </ButtonLink>
            <ExportLinks kind="payouts" />
          </>
        }
      />
      <Card as="section" aria-labelledby="next-batch" className="mt-8 p-5 sm:p-6">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div className="min-w-0">
            <h2 id="next-batch" className="text-sm font-medium text-ink-soft">
              {t("payouts.nextBatch")}
            </h2>
            <p className="text-2xl font-bold tabular-nums">
              {next.count === 0
                ? t("payouts.nextBatchNone")
                : (several ?? t("payouts.nextBatchSum", { sum, count: next.count }))}
            </p>
            {next.isFull && (
              <p className="mt-1 text-ink-soft">{t("payouts.batchFull", { count: next.count })}</p>
            )}
            {next.leftOut > 0 && (
              <p className="mt-1 text-ink-soft">{t("payouts.leftOutCount", { count: next.leftOut })}</p>
            )}
          </div>
          {next.count > 0 && <ButtonLink to="/admin/payouts/prepare">{t("payouts.prepare")}</ButtonLink>}
        </div>
        <p className="mt-4 border-t border-line pt-4 text-sm text-ink-soft">
          <ReleaseRulesText />
        </p>
      </Card>
      <section aria-labelledby="creators" className="mt-12">
        <h2 id="creators" className="mb-4 text-2xl">
          {t("payouts.creators")}
        </h2>
        <OwedCreatorList creators={owed.creators} />
        {owed.next && <More to={`/admin/payouts?after=${owed.next}#creators`} />}
      </section>
      <section aria-labelledby="batches" className="mt-12">
        <h2 id="batches" className="mb-4 text-2xl">
          {t("payouts.batches")}
        </h2>
        <BatchList batches={batches.rows} />
        {batches.next && <More to={`/admin/payouts?batches=${batches.next}#batches`} />}
      </section>
    </>
  );
}

function More({ to }: { to: string }) {
  const t = useText();
  return (
    <div className="mt-6 flex justify-center">
      <ButtonLink to={to} variant="secondary">
        {t("payouts.more")}
      </ButtonLink>
    </div>
  );
}

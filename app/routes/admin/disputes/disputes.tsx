import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { parseDisputeCursor } from "~/features/office/disputes/dispute-cursor";
import { DisputeBadge } from "~/features/office/disputes/dispute-sections";
import { countByReason, listDisputes } from "~/features/office/disputes/disputes.queries.server";
import { formatDateTime } from "~/i18n/dates";
import { formatMoney } from "~/i18n/money";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { requireAdmin } from "~/server/guards.server";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { Link } from "~/ui/link";
import { PageHeader } from "~/ui/page-frame/page-header";
import { PageLinks } from "~/ui/page-links";
import { Tabs } from "~/ui/tabs";

export const meta: MetaFunction = () => officeTitle("disputes");

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const { db } = context.services;
  const { searchParams } = new URL(request.url);
  const show = searchParams.get("show");
  const list = show === "all" || show === "withBank" ? show : "toAnswer";
  const now = context.services.clock();
  const [page, rates] = await Promise.all([
    listDisputes(db, { list, after: parseDisputeCursor(searchParams.get("after")) }),
    countByReason(db),
  ]);
  return {
    list,
    rates: rates.map(({ reason, won, lost }) => ({
      reason,
      won: Number(won),
      all: Number(won) + Number(lost),
    })),
    next: page.next && `/admin/disputes?${list === "toAnswer" ? "" : `show=${list}&`}after=${page.next}`,
    rows: page.rows.map((row) => ({
      id: row.id,
      title: row.title,
      buyer: row.buyer_email,
      reason: row.reason,
      status: row.status,
      amount: formatMoney(row.amount_cents, row.currency),
      dueBy: row.due_by && formatDateTime(row.due_by),
      submitted: row.submitted_at !== null,
      accepted: row.accepted_at !== null,
      expired:
        (row.status === "open" || row.status === "inquiry") &&
        row.submitted_at === null &&
        row.due_by !== null &&
        row.due_by <= now,
    })),
  };
}

export default function Disputes() {
  const { rows, next, list, rates } = useLoaderData<typeof loader>();
  const t = useText();
  return (
    <>
      <PageHeader title={t("disputes.title")} description={t("disputes.text")} className="mb-6" />
      <Tabs
        label={t("disputes.title")}
        className="mb-5"
        items={[
          { to: "/admin/disputes", label: t("disputes.open"), current: list === "toAnswer" },
          {
            to: "/admin/disputes?show=withBank",
            label: t("disputes.withBank"),
            current: list === "withBank",
          },
          { to: "/admin/disputes?show=all", label: t("disputes.all"), current: list === "all" },
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState icon="check" title={t("disputes.none")} />
      ) : (
        <Card>
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <li key={row.id} className="relative hover:bg-sunken">
                <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-4 sm:px-6">
                  <div className="min-w-0 grow basis-56">
                    <Link
                      to={`/admin/disputes/${row.id}`}
                      className="font-semibold break-words after:absolute after:inset-0"
                    >
                      {row.title}
                    </Link>
                    <p className="text-sm break-words text-ink-soft">
                      {t(`office.disputeReasons.${row.reason}`)} · {row.buyer}
                    </p>
                  </div>
                  <DisputeBadge {...row} />
                  <p className="max-sm:w-full sm:text-right">
                    <span className="block text-lg font-bold tabular-nums">{row.amount}</span>
                    {row.dueBy && !row.submitted && (
                      <span className="block text-sm text-ink-soft">
                        {t("disputes.until", { date: row.dueBy })}
                      </span>
                    )}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <PageLinks next={next ? { to: next, label: t("disputes.more") } : undefined} />
      {rates.length > 0 && (
        <section aria-labelledby="rates" className="mt-12">
          <h2 id="rates" className="mb-3 text-xl">
            {t("disputes.rates")}
          </h2>
          <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
            {rates.map(({ reason, won, all }) => (
              <div key={reason} className="flex justify-between gap-4 border-b border-line py-2">
                <dt>{t(`office.disputeReasons.${reason}`)}</dt>
                <dd className="font-semibold tabular-nums">{t("disputes.rate", { won, all })}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { type ChartTexts, DayChart } from "~/features/base/money/day-chart";
import { platformFeePercent } from "~/features/base/money/platform-share";
import { loadAdminDashboard } from "~/features/office/dashboard/admin-dashboard.server";
import { AttentionList } from "~/features/office/dashboard/attention-list";
import { ExportLinks } from "~/features/office/exports/export-links";
import { PeoplePage } from "~/features/office/people/people-list";
import type { MessageKey } from "~/i18n/message-key";
import { formatMoney } from "~/i18n/money";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { parseId } from "~/platform/forms/record-id";
import { parseCursor } from "~/platform/keyset";
import { actorOf } from "~/platform/session/actor.server";
import { requireAdmin } from "~/server/guards.server";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icons";
import { useSlowSearch } from "~/ui/navigation";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-frame/page-header";
import { SkeletonGroup, SkeletonRows } from "~/ui/skeleton";
import { StatStrip } from "~/ui/stat-card";
import { Tabs } from "~/ui/tabs";

export const meta: MetaFunction = () => officeTitle("adminDashboard");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const params = new URL(request.url).searchParams;
  const people = params.get("tab") === "consumers" ? "consumers" : "creators";
  const { services, log } = context;
  const opening = { creatorId: parseId(params.get("open")), by: actorOf(context, request, viewer) };
  return loadAdminDashboard(
    { ...services, log },
    { people, after: parseCursor(params.get("after")), opening },
  );
}

/** Shown for a figure that failed to load. */
const unknown = "—";

const wholeNumber = new Intl.NumberFormat("pt-BR");

/** product.md, Admin dashboard. A failed part shows its error; the others stay. */
export default function AdminDashboard() {
  const { people, totals, days, attention } = useLoaderData<typeof loader>();
  const t = useText();
  const figures = totals.ok ? totals.value : undefined;
  const count = (value: number | null | undefined) => (figures ? wholeNumber.format(value ?? 0) : unknown);
  const money = (cents: number | undefined) => (cents === undefined ? unknown : formatMoney(cents, "BRL"));
  return (
    <>
      <PageHeader title={t("office.panelTitle")} />
      {attention.ok ? <AttentionList {...attention.value} /> : <LoadFailure part={attention} />}
      {!totals.ok && <LoadFailure part={totals} />}
      <StatStrip
        className="mt-4"
        stats={[
          { label: t("office.totalCreators"), value: count(figures?.totalCreators) },
          { label: t("office.totalConsumers"), value: count(figures?.totalConsumers) },
          { label: t("office.totalVideos"), value: count(figures?.totalVideos) },
          { label: t("office.totalRevenue"), value: money(figures?.revenueCents) },
          {
            label: t("office.platformEarnings", { percent: platformFeePercent }),
            value: money(figures?.platformFeeCents),
          },
        ]}
      />
      {days.ok ? (
        <details className="group/days mt-4">
          <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
            {t("people.revenueByDay")}
            <Icon name="chevron-down" className="size-4 group-open/days:rotate-180" />
          </summary>
          <DayChart days={days.value.days} say={revenueChartTexts} />
          <p className="mt-3 text-sm text-ink-soft">
            {t("people.revenueBefore", { sum: money(days.value.beforeCents) })}{" "}
            {figures &&
              figures.adjustedCents !== 0 &&
              t("people.adjusted", { sum: money(figures.adjustedCents) })}
          </p>
        </details>
      ) : (
        <LoadFailure part={days} />
      )}
      <Card as="section" aria-labelledby="user-data" className="mt-4">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4 p-5 sm:px-6">
          <h2 id="user-data" className="mr-auto text-2xl">
            {t("people.userData")}
          </h2>
          <Tabs
            label={t("people.tabs")}
            className="max-sm:w-full"
            items={[
              { to: "/admin/dashboard", label: t("people.creators"), current: people === "creators" },
              {
                to: "/admin/dashboard?tab=consumers",
                label: t("people.consumers"),
                current: people === "consumers",
              },
            ]}
          />
          <ExportLinks key={people} kind={people} />
        </div>
        <TabContent />
      </Card>
    </>
  );
}

function TabContent() {
  const { page: part, people } = useLoaderData<typeof loader>();
  const t = useText();
  const [params] = useSearchParams();
  const isLoading = useSlowSearch();
  if (isLoading) {
    return (
      <SkeletonGroup label={t("common.loading")} className="px-5 pb-4 sm:px-6">
        <SkeletonRows />
      </SkeletonGroup>
    );
  }
  if (!part.ok) return <LoadFailure part={part} className="mx-5 mb-6 sm:mx-6" />;
  const linkTo = (after?: string) => {
    const query = new URLSearchParams({
      ...(people === "consumers" ? { tab: people } : {}),
      ...(after ? { after } : {}),
    });
    return query.size > 0 ? `/admin/dashboard?${query}` : "/admin/dashboard";
  };
  return <PeoplePage page={part.value} linkTo={linkTo} isLater={params.has("after")} />;
}

function LoadFailure({
  part,
  className,
}: {
  part: { message: MessageKey; reason: MessageKey; code: string };
  className?: string;
}) {
  const t = useText();
  const reason = t(part.reason, { code: part.code && `(${part.code})` }).trim();
  return (
    <Notice tone="danger" role="alert" title={t("people.loadFailedTitle")} className={className ?? "mt-6"}>
      {t(part.message, { reason })}
    </Notice>
  );
}

const revenueChartTexts = {
  byDay: "people.revenueByDay",
  sum: "people.revenueSum",
  title: "people.revenueTitle",
  text: "people.revenueText",
  none: "people.revenueNone",
  ofDay: "people.revenueOfDay",
  table: "people.revenueTable",
  day: "people.day",
  sales: "people.salesCount",
  money: "people.revenue",
} as const satisfies ChartTexts;

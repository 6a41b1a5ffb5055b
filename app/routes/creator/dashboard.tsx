import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DayChart } from "~/features/base/money/day-chart";
import { formatMoney } from "~/features/base/money/money";
import { formatCreatorShare, formatPercent, platformShareBp } from "~/features/base/money/platform-share";
import { PayoutProblemNotice } from "~/features/money/payouts/payout-problem-notice";
import { loadDashboard } from "~/features/studio/dashboard/creator-dashboard.server";
import { earningsChartTexts } from "~/features/studio/dashboard/earnings-chart-texts";
import { FirstStepsList } from "~/features/studio/dashboard/first-steps-list";
import { RecentSales } from "~/features/studio/dashboard/recent-sales";
import { formatCount } from "~/features/videos/pictures/rating-average";
import { creatorTitle } from "~/i18n/creator-titles";
import type { MessageKey } from "~/i18n/message-key";
import { decideLocale } from "~/i18n/page-language";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { parseCursor } from "~/platform/keyset";
import { requireCreator } from "~/server/guards.server";
import { ButtonLink } from "~/ui/button";
import { Song } from "~/ui/drawings/song";
import { Icon } from "~/ui/icons";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-frame/page-header";
import { StatCard } from "~/ui/stat-card";

export const meta: MetaFunction = (page) => creatorTitle(page, "dashboard");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const url = new URL(request.url);
  const after = parseCursor(url.searchParams.get("after"));
  const { services, log } = context;
  return loadDashboard({ ...services, log }, { creatorId: userId, after, locale: decideLocale(url) });
}

/** Shown for a figure that failed to load. */
const unknown = "—";

/** product.md, Creator dashboard. A failed part shows its error; the others stay. */
export default function Dashboard() {
  const { name, sales, totalVideos, payoutProblem, steps } = useLoaderData<typeof loader>();
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const totals = sales.ok ? sales.value.totals : undefined;
  const shareBp = totals?.shareBp ?? platformShareBp;
  const count = (value: number | undefined) => (value === undefined ? unknown : formatCount(value, locale));
  const money = (cents: number | undefined) =>
    cents === undefined ? unknown : formatMoney(cents, "BRL", locale);
  return (
    <>
      <PageHeader
        title={t("creator.dashboard")}
        description={name.ok && t("creator.greeting", { name: name.value })}
        actions={
          <ButtonLink {...linkTo("/creator/upload")}>
            <Icon name="upload" />
            {t("creator.upload")}
          </ButtonLink>
        }
      />
      {!name.ok && <PartFailure part={name} />}
      {totals?.totalSales === 1 && (
        <div className="mt-6 flex items-center gap-4 rounded-panel bg-dawn px-5 py-4 sm:px-6">
          <Song className="size-16" />
          <div className="min-w-0">
            <h2 className="text-xl">{t("creator.firstSale")}</h2>
            <p className="text-ink-soft">
              {t("creator.firstSaleText", { amount: money(totals.creatorEarningsCents) })}
            </p>
          </div>
        </div>
      )}
      {payoutProblem && !steps && <PayoutProblemNotice problem={payoutProblem} />}
      {steps && <FirstStepsList steps={steps} />}
      <div className="mt-8 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-4">
        <StatCard icon="chart" label={t("creator.totalSales")} value={count(totals?.totalSales)} />
        <StatCard
          icon="wallet"
          label={t("creator.creatorEarnings", { percent: formatCreatorShare(shareBp, locale) })}
          value={money(totals?.creatorEarningsCents)}
        />
        <StatCard
          icon="card"
          label={t("creator.platformFee", { percent: formatPercent(shareBp, locale) })}
          value={money(totals?.platformFeeCents)}
        />
        <StatCard
          icon="video"
          label={t("creator.totalVideos")}
          value={count(totalVideos.ok ? totalVideos.value : undefined)}
        />
      </div>
      {!totalVideos.ok && <PartFailure part={totalVideos} />}
      {sales.ok && sales.value.totals.totalSales > 0 && (
        <DayChart days={sales.value.days} say={earningsChartTexts} />
      )}
      <section aria-labelledby="recent-sales" className="mt-12">
        <h2 id="recent-sales" className="mb-4 text-2xl">
          {t("creator.recentSales")}
        </h2>
        {sales.ok ? (
          <RecentSales
            sales={sales.value.recent}
            next={sales.value.next}
            hasVideos={!totalVideos.ok || totalVideos.value > 0}
          />
        ) : (
          <PartFailure part={sales} />
        )}
      </section>
    </>
  );
}

function PartFailure({ part }: { part: { message: MessageKey; reason: MessageKey; code: string } }) {
  const t = useText();
  return (
    <Notice tone="danger" role="alert" title={t("creator.failed")} className="mt-4">
      {t(part.message, { reason: t(part.reason, { code: part.code }) })}
    </Notice>
  );
}

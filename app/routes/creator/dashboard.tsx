import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type ChartTexts, DayChart } from "~/features/base/money/day-chart";
import { formatCreatorShare, formatPercent, platformShareBp } from "~/features/base/money/platform-share";
import { loadDashboard } from "~/features/studio/dashboard/creator-dashboard.server";
import { CreatorTasks, FirstStepsList, RecentSales } from "~/features/studio/dashboard/dashboard-sections";
import { OfflineQuestion } from "~/features/studio/own-videos/offline-form";
import { allowOffline } from "~/features/videos/listing/offline-switch.queries.server";
import { formatCount } from "~/features/videos/pictures/rating-mark";
import { creatorTitle } from "~/i18n/creator-titles";
import type { MessageKey } from "~/i18n/message-key";
import { formatMoney } from "~/i18n/money";
import { decideLocale } from "~/i18n/page-language";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { readForm } from "~/platform/forms/forms.server";
import { parseCursor } from "~/platform/keyset";
import { goTo } from "~/platform/responses.server";
import { requireCreator } from "~/server/guards.server";
import { ButtonLink } from "~/ui/button";
import { Song } from "~/ui/drawings/drawing";
import { classNames } from "~/ui/looks";
import { Notice } from "~/ui/notice";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";
import { StatStrip } from "~/ui/stat-card";

export const meta: MetaFunction = (page) => creatorTitle(page, "dashboard");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const url = new URL(request.url);
  const after = parseCursor(url.searchParams.get("after"));
  const { services, log } = context;
  const shown = await loadDashboard(
    { ...services, log },
    { creatorId: userId, after, locale: decideLocale(url) },
  );
  return { ...shown, isOlder: after !== undefined };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const { intent, allowed = "" } = await readForm(request);
  if (intent !== "offline" || !/^[01]$/.test(allowed)) throw new Response(null, { status: 400 });
  await allowOffline(context.services.db, { creatorId: userId, allowed: allowed === "1" });
  const flash = { tone: "success", title: "creator.offline.saved" } as const;
  return goTo("/creator/dashboard", { request, context, flash });
}

/** Shown for a figure that failed to load. */
const unknown = "—";

/** product.md, Creator dashboard. A failed part shows its error; the others stay. */
export default function Dashboard() {
  const { name, greeting, sales, totalVideos, steps, tasks, payout, asksOffline, isOlder } =
    useLoaderData<typeof loader>();
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const totals = sales.ok ? sales.value.totals : undefined;
  const shareBp = totals?.shareBp ?? platformShareBp;
  const count = (value: number | undefined) => (value === undefined ? unknown : formatCount(value, locale));
  const money = (cents: number | undefined) =>
    cents === undefined ? unknown : formatMoney(cents, "BRL", locale);
  const greeted =
    name.ok && greeting ? t(`creator.greetings.${greeting}`, { name: firstName(name.value) }) : "";
  const sold = sales.ok && sales.value.totals.totalSales > 0;
  if (isOlder && sales.ok) {
    return (
      <>
        <PageHeader
          above={<BackLink {...linkTo("/creator/dashboard")}>{t("creator.navItems.home")}</BackLink>}
          title={t("creator.recentSales")}
          className="mb-6"
        />
        <RecentSales sales={sales.value.recent} next={sales.value.next} hasVideos />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={greeted || t("creator.dashboard")}
        kicker={greeted ? t("creator.dashboard") : undefined}
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
      <div className="mt-4 grid gap-4 *:min-w-0 sm:mt-6 sm:gap-6 lg:grid-cols-3">
        {name.ok && (
          <div className="space-y-4 sm:space-y-6 lg:col-span-2">
            {(tasks.length > 0 || !steps) && <CreatorTasks tasks={tasks} />}
            {asksOffline && <OfflineQuestion />}
            {steps && <FirstStepsList steps={steps} />}
          </div>
        )}
        {payout && (
          <section
            aria-labelledby="next-payout"
            className="flex flex-col rounded-panel bg-forest p-5 text-on-forest sm:p-6"
          >
            <h2 id="next-payout" className="font-sans text-base font-medium tracking-normal">
              {t("creator.nextPayout")}
            </h2>
            {payout.cents === null ? (
              <p className="mt-1">{t("creator.nextPayoutNone")}</p>
            ) : (
              <>
                <p className="font-display text-4xl font-extrabold tracking-tight tabular-nums sm:text-5xl">
                  {money(payout.cents)}
                </p>
                <p className="mt-1 text-lg">
                  {payout.date
                    ? t("creator.nextPayoutOn", { date: payout.date })
                    : t("creator.nextPayoutSoon")}
                </p>
              </>
            )}
            {payout.to && <p className="mt-2 text-sm [overflow-wrap:anywhere]">{payout.to}</p>}
            <div className="mt-4 lg:mt-auto lg:pt-4">
              <ButtonLink
                {...linkTo("/creator/payments")}
                size="small"
                className="border border-current bg-transparent text-on-forest"
              >
                {t("creator.seeBalance")}
              </ButtonLink>
            </div>
          </section>
        )}
        <StatStrip
          className="lg:col-span-3"
          stats={[
            { label: t("creator.totalSales"), value: count(totals?.totalSales) },
            {
              label: t("creator.creatorEarnings", { percent: formatCreatorShare(shareBp, locale) }),
              value: money(totals?.creatorEarningsCents),
            },
            {
              label: t("creator.platformFee", { percent: formatPercent(shareBp, locale) }),
              value: money(totals?.platformFeeCents),
              quiet: true,
            },
            { label: t("creator.totalVideos"), value: count(totalVideos.ok ? totalVideos.value : undefined) },
          ]}
        />
      </div>
      {!totalVideos.ok && <PartFailure part={totalVideos} />}
      <div
        className={classNames(
          "mt-4 grid items-start gap-4 *:min-w-0 sm:mt-6 sm:gap-6",
          sold && "lg:grid-cols-5",
        )}
      >
        {sales.ok && sold && (
          <div className="-mt-4 lg:col-span-3">
            <DayChart days={sales.value.days} say={earningsChartTexts} />
          </div>
        )}
        <section aria-label={t("creator.recentSales")} className="lg:col-span-2">
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
      </div>
    </>
  );
}

function firstName(name: string): string {
  return name.trim().split(/\s+/, 1)[0] ?? "";
}

function PartFailure({ part }: { part: { message: MessageKey; reason: MessageKey; code: string } }) {
  const t = useText();
  return (
    <Notice tone="danger" role="alert" title={t("creator.failed")} className="mt-4">
      {t(part.message, { reason: t(part.reason, { code: part.code }) })}
    </Notice>
  );
}

const earningsChartTexts = {
  byDay: "creator.earningsByDay",
  sum: "creator.earningsSum",
  title: "creator.earningsTitle",
  text: "creator.earningsText",
  none: "creator.earningsNone",
  ofDay: "creator.earningsOfDay",
  table: "creator.earningsTable",
  day: "creator.day",
  sales: "creator.salesCount",
  money: "creator.earnings",
} as const satisfies ChartTexts;

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DayBars, Funnel } from "~/features/studio/dashboard/figures-charts";
import { AdvicePanel, PeriodForm } from "~/features/studio/dashboard/figures-panels";
import { FiguresTable } from "~/features/studio/dashboard/figures-table";
import {
  listedSources,
  parseFiguresPeriod,
  sourceIcon,
  sourceNames,
} from "~/features/studio/dashboard/figures-view";
import { type FiguresView, showFigures } from "~/features/studio/dashboard/show-figures.server";
import { creatorTitle } from "~/i18n/creator-titles";
import { languages } from "~/i18n/languages";
import { formatMoney } from "~/i18n/money";
import { decideLocale } from "~/i18n/page-language";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { parseId } from "~/platform/forms/record-id";
import { requireCreator } from "~/server/guards.server";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icons";
import { buttonLook } from "~/ui/looks";
import { PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = (page) => creatorTitle(page, "figures");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const { services } = context;
  const url = new URL(request.url);
  const query = url.searchParams;
  const period = parseFiguresPeriod(query.get("from"), query.get("until"), services.clock());
  const video = query.get("video");
  const videoId = parseId(video);
  const shown = await showFigures(services, { creatorId, period, videoId, locale: decideLocale(url) });
  if (!shown || (video && !videoId)) throw new Response(null, { status: 404 });
  return { ...shown, appUrl: services.env.APP_URL };
}

/** Source: docs/decisions/0210. */
export default function Figures() {
  const { appUrl, ...shown } = useLoaderData<typeof loader>();
  const t = useText();
  const linkTo = useLinkTo();
  const { from, until, chosen, offered, choices, total, advice, shared } = shown;
  const nameSource = sourceNames(t);
  const number = new Intl.NumberFormat(languages[useLocale()].numbers);
  const formatNumber = (value: number) => number.format(value);
  if (offered.length === 0 && total.views + total.checkouts + total.sales + total.taken === 0) {
    return (
      <>
        <PageHeader title={t("figures.title")} className="mb-8" />
        <EmptyState
          title={t("figures.noVideos")}
          description={t("figures.noVideosText")}
          action={<ButtonLink {...linkTo("/creator/upload")}>{t("creator.firstVideo")}</ButtonLink>}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader title={t("figures.title")} className="mb-4" />
      {advice && <AdvicePanel advice={advice} shared={shared} appUrl={appUrl} nameSource={nameSource} />}
      <PeriodForm from={from} until={until} chosen={chosen} offered={offered} choices={choices} />
      <Funnel total={total} formatNumber={formatNumber} />
      <ByDay shown={shown} formatNumber={formatNumber} />
      <div className="mt-10">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 id="sources" className="text-2xl">
            {t("figures.sources")}
          </h2>
          <a href={csvPath(shown, linkTo)} download className={buttonLook("quiet", "small")}>
            <Icon name="download" />
            {t("figures.csv")}
          </a>
        </div>
        {shown.sources.length === 0 ? (
          <p className="text-ink-soft">{t("figures.none")}</p>
        ) : (
          <FiguresTable
            label={t("figures.sources")}
            first={t("figures.sourceColumn")}
            rows={shown.sources.map((row) => ({
              ...row,
              key: row.source,
              name: nameSource(row.source),
              icon: sourceIcon(row.source),
            }))}
            total={total}
            formatNumber={formatNumber}
          />
        )}
        {shown.sources.length >= listedSources && (
          <p className="mt-3 text-sm text-ink-soft">{t("figures.more")}</p>
        )}
        <details className="group/note mt-3 text-sm text-ink-soft">
          <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1">
            {t("figures.noteTitle")}
            <Icon name="chevron-down" className="size-4 group-open/note:rotate-180" />
          </summary>
          <p className="max-w-prose">{t("figures.note")}</p>
        </details>
      </div>
      {!chosen && shown.videos.length > 0 && (
        <div className="mt-10">
          <h2 id="by-video" className="mb-4 text-2xl">
            {t("figures.videos")}
          </h2>
          <FiguresTable
            label={t("figures.videos")}
            first={t("figures.video")}
            rows={shown.videos.map((row) => ({ ...row, key: row.videoId, name: row.title }))}
            total={total}
            formatNumber={formatNumber}
          />
        </div>
      )}
    </>
  );
}

function csvPath(
  { from, until, chosen }: Pick<FiguresView, "from" | "until" | "chosen">,
  linkTo: ReturnType<typeof useLinkTo>,
): string {
  const query = new URLSearchParams({ from, until, ...(chosen ? { video: chosen } : {}) });
  return linkTo(`/creator/figures.csv?${query}`).to;
}

interface ByDayProps {
  shown: Pick<FiguresView, "days" | "total">;
  formatNumber: (value: number) => string;
}

const noDay = { label: "", sales: 0 };

function ByDay({ shown: { days, total }, formatNumber }: ByDayProps) {
  const t = useText();
  const locale = useLocale();
  const best = days.reduce((most, day) => (day.sales > most.sales ? day : most), days[0] ?? noDay);
  const amount = formatMoney(total.cents, "BRL", locale);
  return (
    <Card as="section" aria-labelledby="by-day" className="mt-4 p-4 sm:p-7">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="by-day" className="text-xl">
          {t("figures.salesByDay")}
        </h2>
        <p className="text-sm text-ink-soft">
          {t(total.sales === 1 ? "figures.salesSumOne" : "figures.salesSum", {
            count: formatNumber(total.sales),
            amount,
          })}
          {total.taken > 0 && ` · ${t("figures.takenSum", { count: formatNumber(total.taken) })}`}
        </p>
      </div>
      <DayBars
        days={days.map((day) => ({ ...day, number: day.sales }))}
        title={t("figures.salesByDay")}
        description={t("figures.salesText", { count: total.sales, best: best.label })}
        nameDay={({ label, number }) =>
          t(number === 1 ? "figures.salesOfDayOne" : "figures.salesOfDay", {
            day: label,
            number: formatNumber(number),
          })
        }
        formatNumber={formatNumber}
      />
      <details className="group mt-2 -mb-2">
        <summary className="inline-flex min-h-11 items-center gap-1.5 rounded-control text-sm font-semibold text-ink-soft hover:text-ink">
          <Icon name="chevron-down" className="size-4 transition-transform group-open:rotate-180" />
          {t("figures.table")}
        </summary>
        <div className="mt-2">
          <FiguresTable
            label={t("figures.byDay")}
            first={t("figures.day")}
            rows={[...days].reverse().map((day) => ({ ...day, key: day.day, name: day.label }))}
            total={total}
            formatNumber={formatNumber}
          />
        </div>
      </details>
    </Card>
  );
}

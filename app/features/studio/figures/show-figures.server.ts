import { formatChartDay } from "~/features/base/money/days";
import { knownSources, type VisitSource } from "~/features/orders/visits/visit-source";
import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { type Advice, advise } from "./advice";
import { listOfferedVideos, listOwnTitles, sumFigures } from "./figures.queries.server";
import { type FiguresPeriod, listPeriodChoices } from "./figures-period";

interface Asked {
  creatorId: string;
  period: FiguresPeriod;
  /** One video alone. */
  videoId: string | undefined;
  locale: Locale;
}

export type FiguresView = NonNullable<Awaited<ReturnType<typeof showFigures>>>;

/** Returns what a creator's page of figures shows; undefined if the video is not theirs. */
export async function showFigures(
  { db, clock }: Pick<Services, "db" | "clock">,
  { creatorId, period, videoId, locale }: Asked,
) {
  const { from, until, days } = period;
  const [sums, offered] = await Promise.all([
    sumFigures(db, { creatorId, from, until, videoId }),
    listOfferedVideos(db, creatorId),
  ]);
  const wanted = [...sums.videos.map((row) => row.videoId), ...(videoId ? [videoId] : [])];
  const titles = new Map(offered.map(({ id, title }) => [id, title]));
  const missing = wanted.filter((id) => !titles.has(id));
  for (const { id, title } of await listOwnTitles(db, creatorId, missing)) titles.set(id, title);
  const chosenTitle = videoId && titles.get(videoId);
  if (videoId && chosenTitle === undefined) return undefined;
  const known = new Map(sums.days.map((row) => [row.day, row]));
  const none = { views: 0, previews: 0, checkouts: 0, sales: 0, cents: 0 };
  const advice = advise(sums.total, sums.sources, sums.total.previews > 0);
  const shared = videoId
    ? { id: videoId, title: chosenTitle ?? "" }
    : (offered.find(({ id }) => id === sums.videos[0]?.videoId) ?? offered[0]);
  return {
    from,
    until,
    choices: listPeriodChoices(clock()),
    chosen: videoId,
    offered: offered.map(({ id, title }) => ({ id, title })),
    total: sums.total,
    days: days.map((day) => ({
      ...(known.get(day) ?? none),
      day,
      label: formatChartDay(day, locale),
    })),
    sources: sums.sources,
    videos: sums.videos.map((row) => ({ ...row, title: titles.get(row.videoId) ?? "" })),
    advice,
    shared: shared && { id: shared.id, title: shared.title, source: sourceToShare(advice) },
  };
}

/** Returns the source that a shared link names: the one that sells best, if a person can post there. */
function sourceToShare(advice: Advice): VisitSource {
  const posts = ["instagram", "facebook", "youtube", "tiktok", "telegram", "x", "linkedin", "email"];
  const best = advice.kind === "compare" ? advice.best : "whatsapp";
  return posts.includes(best) ? (knownSources.find((name) => name === best) ?? "whatsapp") : "whatsapp";
}

import { byteOrderMark, formatCsvRow } from "~/features/base/documents/csv";
import { formatChartDay } from "~/i18n/days";
import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import type { MessageKey } from "~/i18n/message-key";
import type { Text } from "~/i18n/texts";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { advise } from "./advice";
import {
  type FigureRow,
  type FiguresOf,
  listFigureRows,
  listOfferedVideos,
  listOwnTitles,
  type OwnProduct,
  sumFigures,
} from "./figures.queries.server";
import { type FiguresPeriod, listPeriodChoices, sourceNames } from "./figures-view";

interface FiguresQuery {
  creatorId: string;
  period: FiguresPeriod;
  videoId: string | undefined;
  locale: Locale;
}

export type FiguresView = NonNullable<Awaited<ReturnType<typeof showFigures>>>;

export async function showFigures(
  { db, clock }: Pick<Services, "db" | "clock">,
  { creatorId, period, videoId, locale }: FiguresQuery,
) {
  const { from, until, days } = period;
  const [sums, offered] = await Promise.all([
    sumFigures(db, { creatorId, from, until, videoId }),
    listOfferedVideos(db, creatorId),
  ]);
  const productIds = [...sums.videos.map((row) => row.videoId), ...(videoId ? [videoId] : [])];
  const products = new Map(offered.map((product) => [product.id, product]));
  const missing = productIds.filter((id) => !products.has(id));
  for (const product of await listOwnTitles(db, creatorId, missing)) products.set(product.id, product);
  const chosen = videoId ? products.get(videoId) : undefined;
  if (videoId && !chosen) return undefined;
  const nameOf = ({ title, lesson_count }: OwnProduct) =>
    lesson_count === null ? title : serverTexts[locale]("figures.courseTitle", { title });
  const figuresByDay = new Map(sums.days.map((row) => [row.day, row]));
  const none = { views: 0, previews: 0, checkouts: 0, sales: 0, taken: 0, cents: 0 };
  const advice = advise(sums.total, sums.sources, sums.total.previews > 0);
  const shared = chosen ?? offered.find(({ id }) => id === sums.videos[0]?.videoId) ?? offered[0];
  return {
    from,
    until,
    choices: listPeriodChoices(clock()),
    chosen: videoId,
    offered: offered.map((product) => ({ id: product.id, title: nameOf(product) })),
    total: sums.total,
    days: days.map((day) => ({
      ...(figuresByDay.get(day) ?? none),
      day,
      label: formatChartDay(day, locale),
    })),
    sources: sums.sources,
    videos: sums.videos.map((row) => {
      const product = products.get(row.videoId);
      return { ...row, title: product ? nameOf(product) : "" };
    }),
    advice,
    shared: shared && { ...shared, source: advice?.kind === "compare" ? advice.best : "whatsapp" },
  };
}

const rowsPerRead = 1_000;

const titles: readonly MessageKey[] = [
  "figures.day",
  "figures.video",
  "figures.sourceColumn",
  "figures.columnViews",
  "figures.columnPreviews",
  "figures.columnCheckouts",
  "figures.columnSales",
  "figures.columnTaken",
  "figures.columnEarned",
];

export async function* writeFiguresCsv(db: Db, of: FiguresOf, t: Text): AsyncGenerator<string> {
  const nameSource = sourceNames(t);
  yield byteOrderMark + formatCsvRow(titles.map((title) => t(title)));
  let after: FigureRow | undefined;
  do {
    const rows = await listFigureRows(db, of, { after, limit: rowsPerRead });
    yield rows
      .map(({ day, title, source, views, previews, checkouts, sales, taken, cents }) => {
        const counts = [views, previews, checkouts, sales, taken].map(String);
        const date = `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
        return formatCsvRow([date, title, nameSource(source), ...counts, cents]);
      })
      .join("");
    after = rows.length === rowsPerRead ? rows.at(-1) : undefined;
  } while (after);
}

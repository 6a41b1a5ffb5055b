import { formatDateTime } from "~/features/base/form-fields/dates";
import { dayOf, fillDays, formatChartDay, formatShortDay, listLastDays } from "~/features/base/money/days";
import { decidePayoutProblem } from "~/features/money/payees/payee";
import { findOwnProgress } from "~/features/studio/own-videos/own-videos.queries.server";
import type { Locale } from "~/i18n/languages";
import type { MessageKey } from "~/i18n/message-key";
import { type DashboardPart, loadPart, type PartTexts } from "~/platform/dashboard-part.server";
import type { Cursor } from "~/platform/keyset";
import type { Services } from "~/platform/services";
import { decideShownEarning } from "./creator-earning";
import { listCreatorSales } from "./creator-sales.queries.server";
import { countOwnVideos, sumCreatorSales } from "./creator-totals.queries.server";
import { listFirstSteps } from "./first-steps";

type Needs = Pick<Services, "db" | "clock" | "log">;

interface DashboardQuery {
  creatorId: string;
  after: Cursor | undefined;
  locale: Locale;
}

/** product.md, Messages. */
const failed = (message: MessageKey): PartTexts => ({
  message,
  outage: "creator.reasonDatabase",
  code: "creator.reasonCode",
  unexpected: "creator.dashboardFailed",
});

/** Loads the dashboard. Each part fails independently. */
export async function loadDashboard(services: Needs, { creatorId, after, locale }: DashboardQuery) {
  const { db, log } = services;
  const [progress, sales, totalVideos] = await Promise.all([
    loadPart(log, failed("creator.userLoadFailed"), () => findOwnProgress(db, creatorId)),
    loadPart(log, failed("creator.salesLoadFailed"), () => loadSales(services, { creatorId, after, locale })),
    loadPart(log, failed("creator.videosCountFailed"), () => countOwnVideos(db, creatorId)),
  ]);
  return { ...showProgress(progress), sales, totalVideos };
}

/** `name`: only missing when the profile was removed during the request. */
function showProgress(part: DashboardPart<Awaited<ReturnType<typeof findOwnProgress>>>) {
  if (!part.ok) return { name: part, payoutProblem: null, steps: null };
  const progress = part.value;
  if (!progress) {
    const name = {
      ok: false,
      message: "creator.userMissing",
      reason: "creator.reasonCode",
      code: "",
    } as const;
    return { name, payoutProblem: null, steps: null };
  }
  const payoutProblem = decidePayoutProblem(progress);
  return {
    name: { ok: true, value: progress.full_name } as const,
    payoutProblem,
    steps: listFirstSteps({
      video: progress.has_video,
      payable: payoutProblem === null,
      portrait: Boolean(progress.has_portrait),
      asked: progress.was_asked,
    }),
  };
}

async function loadSales({ db, clock }: Needs, { creatorId, after, locale }: DashboardQuery) {
  const now = clock();
  const days = listLastDays(now);
  const [sums, page] = await Promise.all([
    sumCreatorSales(db, { creatorId, since: days[0] ?? "", now }),
    listCreatorSales(db, { creatorId, after }),
  ]);
  return {
    totals: sums.totals,
    next: page.next,
    // Dates are formatted on the server, so that both sides render the same text.
    recent: page.rows.map((row) => {
      const { created_at, paid_at, earned_cents, released_at, creator_earnings_cents: _, ...sale } = row;
      const creator_earnings_cents = decideShownEarning(row, earned_cents);
      const expected = sale.status === "processing" && paid_at === null;
      const release = sale.status === "completed" ? showRelease(released_at, now, locale) : null;
      return { ...sale, creator_earnings_cents, expected, release, date: formatDateTime(created_at, locale) };
    }),
    days: fillDays(days, sums.days).map(({ day, ...earned }) => ({
      ...earned,
      label: formatChartDay(day, locale),
    })),
  };
}

/** Returns the day of a sale's release, such as "30 nov", and whether it is over. */
function showRelease(at: Date | null, now: Date, locale: Locale) {
  return at && { day: formatShortDay(dayOf(at), locale), over: at <= now };
}

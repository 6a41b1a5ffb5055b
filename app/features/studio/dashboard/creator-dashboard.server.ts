import { minimumPayoutCents } from "~/features/money/fees/minimum-payout";
import { findPaymentsPage } from "~/features/money/payees/details.queries.server";
import { showDestination } from "~/features/money/payees/masked-detail";
import { decidePayoutProblem } from "~/features/money/payees/payee";
import { findBalance } from "~/features/money/payouts/balances.queries.server";
import { decideNextPayout } from "~/features/money/payouts/payout-days";
import { findLongestWaiting } from "~/features/shop/reviews/questions.queries.server";
import { reviewerName } from "~/features/shop/reviews/reviews-view";
import { clockMoment } from "~/features/videos/listing/duration";
import { formatDateTime, formatTime } from "~/i18n/dates";
import {
  dayMs,
  dayOf,
  fillDays,
  formatChartDay,
  formatShortDay,
  listLastDays,
  startOfDay,
} from "~/i18n/days";
import type { Locale } from "~/i18n/languages";
import type { MessageKey } from "~/i18n/message-key";
import { formatMoney } from "~/i18n/money";
import type { Cursor } from "~/platform/keyset";
import { loadPart, type PartTexts } from "~/platform/outage.server";
import type { Services } from "~/platform/services";
import { listCreatorSales } from "./creator-sales.queries.server";
import { countOwnVideos, findCreatorNeeds, sumCreatorSales } from "./creator-totals.queries.server";
import { type CreatorTask, listFirstSteps, orderTasks } from "./next-steps";

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

export async function loadDashboard(services: Needs, query: DashboardQuery) {
  const { db, log } = services;
  const { creatorId } = query;
  const [profile, sales, totalVideos] = await Promise.all([
    loadPart(log, failed("creator.userLoadFailed"), () => loadOwn(services, query)),
    loadPart(log, failed("creator.salesLoadFailed"), () => loadSales(services, query)),
    loadPart(log, failed("creator.videosCountFailed"), () => countOwnVideos(db, creatorId)),
  ]);
  if (!profile.ok) return { name: profile, ...nothingOwn, sales, totalVideos };
  // The profile was removed during the request.
  const missing = {
    ok: false,
    message: "creator.userMissing",
    reason: "creator.reasonCode",
    code: "",
  } as const;
  if (!profile.value) return { name: missing, ...nothingOwn, sales, totalVideos };
  const { name, ...rest } = profile.value;
  return { name: { ok: true, value: name } as const, ...rest, sales, totalVideos };
}

const nothingOwn = {
  asksOffline: false,
  greeting: null,
  payoutProblem: null,
  steps: null,
  tasks: [],
  payout: null,
};

const firstSales = 5;

/** Hours in São Paulo at which the afternoon and the evening begin. */
const [noon, evening] = [12, 18];

async function loadOwn({ db, clock }: Needs, { creatorId, locale }: DashboardQuery) {
  const now = clock();
  const today = dayOf(now);
  const [profile, balance, needs, question] = await Promise.all([
    findPaymentsPage(db, creatorId, { now, today }),
    findBalance(db, creatorId, now),
    findCreatorNeeds(db, creatorId),
    findLongestWaiting(db, creatorId),
  ]);
  if (!profile || !needs) return undefined;
  const { video, portrait, asked, unconfirmed, dispute, silent } = needs;
  const payoutProblem = decidePayoutProblem(profile);
  const steps = listFirstSteps({ video, payable: payoutProblem === null, portrait, asked });
  const next = decideNextPayout(balance, {
    minimumCents: profile.minimum_cents ?? minimumPayoutCents,
    weekdays: profile.weekdays ?? [],
    today,
  });
  const date = next?.day ? formatShortDay(next.day, locale) : "";
  const due = next?.day ? startOfDay(next.day) : now;
  const hour = Number(formatTime(now).slice(0, 2));
  const tasks: (CreatorTask | false)[] = [
    question !== undefined && {
      kind: "question",
      to: "/creator/questions?open=1",
      due: question.created_at,
      values: {
        name: reviewerName(question.author_name ?? ""),
        text: question.text.slice(0, 120),
        place: [question.video_title, question.second === null ? "" : clockMoment(question.second)]
          .filter(Boolean)
          .join(", "),
        days: Math.floor((now.getTime() - question.created_at.getTime()) / dayMs),
      },
    },
    payoutProblem !== null &&
      steps === null && { kind: "payout", to: "/creator/payments", due, values: { problem: payoutProblem } },
    profile.tax_id === null &&
      steps === null && { kind: "taxId", to: "/creator/payments", due, values: { date } },
    unconfirmed && { kind: "email", to: "/account", due: null, values: {} },
    dispute !== null && {
      kind: "dispute",
      to: "/creator/payments",
      due: dispute.dueBy === null ? null : new Date(dispute.dueBy),
      values: {
        count: dispute.count,
        amount: formatMoney(dispute.amountCents, dispute.currency, locale),
        earning: formatMoney(dispute.earningCents, dispute.currency, locale),
      },
    },
    silent !== null && {
      kind: "preview",
      to: `/creator/videos/${silent.id}/edit`,
      due: null,
      values: { title: silent.title },
    },
  ];
  return {
    name: profile.full_name,
    /** Whether to ask if learners may keep what was published before the creator could say so. */
    asksOffline: needs.offline,
    greeting:
      hour < noon ? ("morning" as const) : hour < evening ? ("afternoon" as const) : ("evening" as const),
    payoutProblem,
    steps,
    tasks: orderTasks(tasks).map(({ due: _, ...task }) => task),
    payout: {
      cents: next?.cents ?? null,
      date,
      to: payoutProblem === null ? showDestination(profile) : "",
    },
  };
}

async function loadSales({ db, clock }: Needs, { creatorId, after, locale }: DashboardQuery) {
  const now = clock();
  const days = listLastDays(now);
  const [sums, page] = await Promise.all([
    sumCreatorSales(db, { creatorId, since: days[0] ?? "", now }),
    listCreatorSales(db, { creatorId, after, ...(!after && { limit: firstSales }) }),
  ]);
  return {
    totals: sums.totals,
    next: page.next,
    // Formatted on the server, so that both sides render the same text.
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

function showRelease(at: Date | null, now: Date, locale: Locale) {
  return at && { day: formatShortDay(dayOf(at), locale), over: at <= now };
}

interface ListedSale {
  paid_at: Date | null;
  /** As stored with the sale, in cents. */
  creator_earnings_cents: number;
}

/** In cents: the ledger's amount once paid, otherwise the stored share. */
export function decideShownEarning(sale: ListedSale, ledgerCents: number): number {
  return sale.paid_at ? ledgerCents : sale.creator_earnings_cents;
}

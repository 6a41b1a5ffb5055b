import { findFullName } from "~/features/accounts/accounts/accounts.queries.server";
import { formatDateTime } from "~/features/base/form-fields/dates";
import { dayOf, fillDays, formatChartDay, listLastDays } from "~/features/base/money/days";
import { listSaleEarnings } from "~/features/ledger/ledger/ledger.queries.server";
import { decidePayoutProblem } from "~/features/payouts/payees/payee";
import { findPayoutSettings } from "~/features/payouts/payout-account/details.queries.server";
import type { MessageKey } from "~/i18n/message-key";
import { type DashboardPart, loadPart, type PartTexts } from "~/platform/dashboard-part.server";
import type { Cursor } from "~/platform/keyset";
import type { Services } from "~/platform/services";
import { decideShownEarning } from "./creator-earning";
import { listCreatorSales, sumCreatorSales } from "./creator-sales.queries.server";
import { sumEarningsByDay } from "./earnings.queries.server";
import { listFirstSteps } from "./first-steps";
import { countOwnVideos, findFirstStepsFacts } from "./own-videos.queries.server";

type Needs = Pick<Services, "db" | "clock" | "log">;

/** product.md, Messages. */
const failed = (message: MessageKey): PartTexts => ({
  message,
  outage: "creator.reasonDatabase",
  code: "creator.reasonCode",
  unexpected: "creator.dashboardFailed",
});

/** Loads the dashboard. Each part fails independently. */
export async function loadDashboard(
  services: Needs,
  { creatorId, after }: { creatorId: string; after: Cursor | undefined },
) {
  const { db, log } = services;
  const [name, sales, totalVideos, payoutProblem, facts] = await Promise.all([
    loadPart(log, failed("creator.userLoadFailed"), () => findFullName(db, creatorId)),
    loadPart(log, failed("creator.salesLoadFailed"), () => loadSales(services, creatorId, after)),
    loadPart(log, failed("creator.videosCountFailed"), () => countOwnVideos(db, creatorId)),
    loadPart(log, failed("creator.userLoadFailed"), () => findPayoutProblem(db, creatorId)),
    loadPart(log, failed("creator.userLoadFailed"), () => findFirstStepsFacts(db, creatorId)),
  ]);
  return {
    name: requireName(name),
    sales,
    totalVideos,
    payoutProblem: payoutProblem.ok ? payoutProblem.value : null,
    steps:
      facts.ok && payoutProblem.ok
        ? listFirstSteps({ ...facts.value, payable: payoutProblem.value === null })
        : null,
  };
}

/** Only missing when the profile was removed during the request. */
function requireName(name: DashboardPart<string | undefined>): DashboardPart<string> {
  if (!name.ok) return name;
  if (name.value !== undefined) return { ok: true, value: name.value };
  return { ok: false, message: "creator.userMissing", reason: "creator.reasonCode", code: "" };
}

async function findPayoutProblem(db: Needs["db"], creatorId: string) {
  const details = await findPayoutSettings(db, creatorId);
  return details ? decidePayoutProblem(details) : null;
}

async function loadSales({ db, clock }: Needs, creatorId: string, after: Cursor | undefined) {
  const now = clock();
  const days = listLastDays(now);
  const [totals, page, sums] = await Promise.all([
    sumCreatorSales(db, creatorId, now),
    listCreatorSales(db, { creatorId, after }),
    sumEarningsByDay(db, { creatorId, since: days[0] ?? "" }),
  ]);
  const earned = await listSaleEarnings(
    db,
    page.rows.map(({ id }) => id),
  );
  return {
    totals,
    next: page.next,
    // Dates are formatted on the server, so that both sides render the same text.
    recent: page.rows.map((row) => {
      const { created_at, paid_at, creator_earnings_cents: _, ...sale } = row;
      const earning = earned.get(sale.id);
      const creator_earnings_cents = decideShownEarning(row, earning?.cents ?? 0);
      const expected = sale.status === "processing" && paid_at === null;
      const release = sale.status === "completed" ? showRelease(earning?.releasedAt ?? null, clock()) : null;
      return { ...sale, creator_earnings_cents, expected, release, date: formatDateTime(created_at) };
    }),
    days: fillDays(days, sums).map(({ day, ...earned }) => ({ ...earned, label: formatChartDay(day) })),
  };
}

/** Returns the day of a sale's release, such as "30 nov", and whether it is over. */
function showRelease(at: Date | null, now: Date) {
  return at && { day: formatChartDay(dayOf(at)), over: at <= now };
}

import { sumRevenueByDay } from "~/features/money/ledger/ledger-proof.queries.server";
import { decidePayoutProblem } from "~/features/money/payees/payee";
import type { People } from "~/features/office/exports/export-columns";
import {
  type ListedConsumer,
  type ListedCreator,
  showConsumer,
  showCreator,
} from "~/features/office/people/listed-person";
import {
  listConsumers,
  listCreators,
  type PeopleQuery,
} from "~/features/office/people/people.queries.server";
import { type Opening, openPayoutDetails } from "~/features/office/people/show-person.server";
import { fillDays, formatChartDay, listLastDays } from "~/i18n/days";
import { loadPart, type PartTexts } from "~/platform/outage.server";
import type { Services } from "~/platform/services";
import { countLimit, countWaiting, sumPlatform } from "./attention.queries.server";
import { decideAttention } from "./attention-kinds";

type PeopleView =
  | { people: "creators"; rows: ListedCreator[]; next: string | undefined }
  | { people: "consumers"; rows: ListedConsumer[]; next: string | undefined };

/** product.md, Messages. */
const failed: PartTexts = {
  message: "people.loadFailed",
  outage: "people.reasonDatabase",
  code: "people.reasonCode",
  unexpected: "people.loadFailed",
};

type Needs = Pick<Services, "db" | "log" | "clock">;

interface DashboardQuery extends PeopleQuery {
  people: People;
  opening?: Opening | undefined;
}

/** Each part fails independently. */
export async function loadAdminDashboard(services: Needs, query: DashboardQuery) {
  const { db, log } = services;
  const [totals, days, attention, page] = await Promise.all([
    loadPart(log, failed, () => sumPlatform(db)),
    loadPart(log, failed, () => loadDays(services)),
    loadPart(log, failed, () => loadAttention(services)),
    loadPart(log, failed, () => loadPeople(services, query)),
  ]);
  return { people: query.people, totals, days, attention, page };
}

export async function loadAttention({ db, clock }: Pick<Services, "db" | "clock">) {
  const now = clock();
  const { owed, ...waiting } = await countWaiting(db, now);
  const unpayable = owed.filter((details) => decidePayoutProblem(details) !== null).length;
  const { events, differences, checkFailed, checkOverdue, checkedHours } = waiting;
  const allMatch = events + differences + checkFailed + checkOverdue === 0;
  return {
    items: decideAttention({ ...waiting, unpayable }, now),
    limit: countLimit,
    checkedHours: allMatch ? (checkedHours ?? undefined) : undefined,
  };
}

/** Oldest first, with the preceding period's sum. Formatted on the server, so that both sides agree. */
async function loadDays({ db, clock }: Pick<Services, "db" | "clock">) {
  const now = clock();
  const days = listLastDays(now);
  const both = listLastDays(now, 2 * days.length);
  const sums = await sumRevenueByDay(db, { since: both[0] ?? "" });
  const before = sums.filter(({ day }) => !days.includes(day));
  return {
    beforeCents: before.reduce((sum, { cents }) => sum + cents, 0),
    days: fillDays(
      days,
      sums.filter(({ day }) => days.includes(day)),
    ).map(({ day, ...sum }) => ({ ...sum, label: formatChartDay(day) })),
  };
}

export async function loadPeople(
  { db, clock }: Pick<Services, "db" | "clock">,
  query: DashboardQuery,
): Promise<PeopleView> {
  if (query.people === "consumers") {
    const { rows, next } = await listConsumers(db, query);
    return { people: "consumers", rows: rows.map((row) => showConsumer(row, row.suspended)), next };
  }
  const { rows, next } = await listCreators(db, query, clock());
  const opened = query.opening && (await openPayoutDetails(db, { ...query.opening, among: rows }));
  return {
    people: "creators",
    rows: rows.map((row) =>
      showCreator(row, {
        opened: row.user_id === opened,
        suspended: row.suspended,
        payoutProblem: decidePayoutProblem(row),
        heldUntil: row.held_until ?? undefined,
      }),
    ),
    next,
  };
}

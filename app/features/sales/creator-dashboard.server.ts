import type { MessageKey } from "~/i18n/message-key";
import type { Cursor } from "~/platform/keyset";
import { isOutage } from "~/platform/outage.server";
import type { Services } from "~/platform/services.server";
import { findFullName } from "../accounts/accounts.queries.server";
import { sumSaleEarnings } from "../ledger/ledger.queries.server";
import { countOwnVideos } from "../videos/own-videos.queries.server";
import { fillDays, formatChartDay, listLastDays } from "./earning-days";
import { sumEarningsByDay } from "./earnings.queries.server";
import { formatSaleDate } from "./sale-date";
import { listCreatorSales, sumCreatorSales } from "./sales.queries.server";

/**
 * One part of the dashboard, or the spec's text for its failure (section 8) with a short cause: what the database said
 * itself may name what is nobody's business, and is in the log.
 */
export type Part<Value> =
  | { ok: true; value: Value }
  | { ok: false; message: MessageKey; reason: MessageKey; code: string };

type Needs = Pick<Services, "db" | "clock" | "log">;

/** Loads what a creator's dashboard shows. A part that cannot be had does not take the others with it. */
export async function loadDashboard(
  services: Needs,
  { creatorId, after }: { creatorId: string; after: Cursor | undefined },
) {
  const { db } = services;
  const [name, sales, totalVideos] = await Promise.all([
    loadPart(services, "creator.userLoadFailed", () => findFullName(db, creatorId)),
    loadPart(services, "creator.salesLoadFailed", () => loadSales(services, creatorId, after)),
    loadPart(services, "creator.videosCountFailed", () => countOwnVideos(db, creatorId)),
  ]);
  return { name: requireName(name), sales, totalVideos };
}

/** Nobody without a profile comes here, unless it was taken away in this very moment. */
function requireName(name: Part<string | undefined>): Part<string> {
  if (!name.ok) return name;
  if (name.value !== undefined) return { ok: true, value: name.value };
  return { ok: false, message: "creator.userMissing", reason: "creator.reasonCode", code: "" };
}

async function loadSales({ db, clock }: Needs, creatorId: string, after: Cursor | undefined) {
  const days = listLastDays(clock());
  const [totals, page, sums] = await Promise.all([
    sumCreatorSales(db, creatorId),
    listCreatorSales(db, { creatorId, after }),
    sumEarningsByDay(db, { creatorId, since: days[0] ?? "" }),
  ]);
  const earned = await sumSaleEarnings(
    db,
    page.rows.map(({ id }) => id),
  );
  return {
    totals,
    next: page.next,
    // Dates are written here, so that server and browser cannot disagree about them.
    recent: page.rows.map(({ created_at, paid_at, creator_earnings_cents, ...sale }) => ({
      ...sale,
      // What a sale promises while it is not paid; then what the ledger says.
      creator_earnings_cents: paid_at ? (earned.get(sale.id) ?? 0) : creator_earnings_cents,
      date: formatSaleDate(created_at),
    })),
    days: fillDays(days, sums).map(({ day, ...earned }) => ({ ...earned, label: formatChartDay(day) })),
  };
}

async function loadPart<Value>(
  { log }: Needs,
  message: MessageKey,
  load: () => Promise<Value>,
): Promise<Part<Value>> {
  try {
    return { ok: true, value: await load() };
  } catch (error) {
    log.error({ err: error }, "a part of the dashboard could not be loaded");
    if (isOutage(error)) return { ok: false, message, reason: "creator.reasonDatabase", code: "" };
    const code = sqlState(error);
    if (code) return { ok: false, message, reason: "creator.reasonCode", code };
    return { ok: false, message: "creator.dashboardFailed", reason: "creator.reasonCode", code: "" };
  }
}

/** PostgreSQL's error code (its manual, appendix A), which names a kind of error and no data. */
function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

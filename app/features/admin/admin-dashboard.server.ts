import type { MessageKey } from "~/i18n/message-key";
import { isOutage } from "~/platform/outage.server";
import type { Services } from "~/platform/services.server";
import { sumRevenueByDay } from "../ledger/day-totals.queries.server";
import { fillDays, formatChartDay, listLastDays } from "../sales/earning-days";
import { countWaiting, mostCounted } from "./attention.queries.server";
import { decideAttention } from "./attention-links";
import type { People } from "./export-file";
import { type AskedPeople, listConsumers, listCreators } from "./people.queries.server";
import { type ShownConsumer, type ShownCreator, showConsumer, showCreator } from "./shown-person";
import { listSuspended } from "./suspensions.queries.server";
import { sumPlatform } from "./totals.queries.server";

/** A page of people of one kind. */
export type ShownPeople =
  | { people: "creators"; rows: ShownCreator[]; next: string | undefined }
  | { people: "consumers"; rows: ShownConsumer[]; next: string | undefined };

/** What the dashboard needs, or why it could not be had: what the database said itself is in the log (spec section 8). */
export type AdminPart<Value> = { ok: true; value: Value } | { ok: false; reason: MessageKey; code: string };

type Needs = Pick<Services, "db" | "log" | "clock">;

interface Asked extends AskedPeople {
  people: People;
}

/** Loads the dashboard. Each of its parts fails by itself. */
export async function loadAdminDashboard(services: Needs, asked: Asked) {
  const { db, clock } = services;
  const [totals, days, attention, page] = await Promise.all([
    loadPart(services, () => sumPlatform(db)),
    loadPart(services, () => loadDays(services)),
    loadPart(services, async () => ({
      items: decideAttention(await countWaiting(db, clock())),
      most: mostCounted,
    })),
    loadPart(services, () => loadPeople(services, asked)),
  ]);
  return { people: asked.people, totals, days, attention, page };
}

/** The last days' revenue, oldest first. Days are written here, so that server and browser cannot disagree about them. */
async function loadDays({ db, clock }: Pick<Services, "db" | "clock">) {
  const days = listLastDays(clock());
  const sums = await sumRevenueByDay(db, { since: days[0] ?? "" });
  return fillDays(days, sums).map(({ day, ...sum }) => ({ ...sum, label: formatChartDay(day) }));
}

/** Loads a page of people, as it is shown. */
export async function loadPeople({ db }: Pick<Services, "db">, asked: Asked): Promise<ShownPeople> {
  if (asked.people === "consumers") {
    const { rows, next } = await listConsumers(db, asked);
    const suspended = await listSuspended(db, idsOf(rows));
    return {
      people: "consumers",
      rows: rows.map((row) => showConsumer(row, suspended.has(row.user_id))),
      next,
    };
  }
  const { rows, next } = await listCreators(db, asked);
  const suspended = await listSuspended(db, idsOf(rows));
  return { people: "creators", rows: rows.map((row) => showCreator(row, suspended.has(row.user_id))), next };
}

const idsOf = (rows: readonly { user_id: string }[]) => rows.map((row) => row.user_id);

async function loadPart<Value>(
  { log }: Pick<Needs, "log">,
  load: () => Promise<Value>,
): Promise<AdminPart<Value>> {
  try {
    return { ok: true, value: await load() };
  } catch (error) {
    log.error({ err: error }, "a part of the administrators' dashboard could not be loaded");
    if (isOutage(error)) return { ok: false, reason: "people.reasonDatabase", code: "" };
    return { ok: false, reason: "people.reasonCode", code: sqlState(error) };
  }
}

/** PostgreSQL's error code (its manual, appendix A), which names a kind of error and no data; empty for another's. */
function sqlState(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? `(${code})` : "";
}

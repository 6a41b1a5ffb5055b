import type { Services } from "~/platform/services";
import { findWatchAccess } from "./find-watch-access.server";
import type { OfflineReport, Report } from "./parse-position";
import type { From, Place } from "./places.queries.server";
import { beginAgain, saveReport, saveReportOfPlace, setDone } from "./watch-positions.queries.server";

type Needs = Pick<Services, "db" | "clock">;

interface Watching {
  userId: string;
  videoId: string;
}

/** `saved`: false, without writing, for people who may not watch. `plays`: false if the player has to stop. */
export async function rememberPosition(
  { db, clock }: Needs,
  where: Place & From,
  report: Report,
): Promise<{ saved: boolean; plays: boolean }> {
  return saveReportOfPlace(db, { ...where, ...report, now: clock() });
}

export async function watchAgain(
  { db, clock }: Needs,
  product: { userId: string; productId: string },
): Promise<boolean> {
  return beginAgain(db, { ...product, now: clock() });
}

/** Stores each report once. Returns false, without writing, for people who may not watch. */
export async function rememberOffline(
  { db }: Needs,
  { userId, videoId }: Watching,
  reports: readonly OfflineReport[],
): Promise<boolean> {
  const { access } = await findWatchAccess(db, { userId }, videoId);
  if (access !== "owner" && access !== "bought") return false;
  for (const { time, ...report } of reports) await saveReport(db, { ...report, userId, videoId, now: time });
  return true;
}

/** Returns false, without writing, for people who may not watch. */
export async function markDone({ db, clock }: Needs, watching: Watching, done: boolean): Promise<boolean> {
  return setDone(db, { ...watching, done, now: clock() });
}

import type { Services } from "~/platform/services";
import type { Report } from "./parse-position";
import { saveReport, setDone } from "./watch-positions.queries.server";

type Needs = Pick<Services, "db" | "clock">;

interface Watching {
  userId: string;
  videoId: string;
}

/** Stores what a player reports. Returns false, without writing, for people who may not watch. */
export async function rememberPosition(
  { db, clock }: Needs,
  watching: Watching,
  report: Report,
): Promise<boolean> {
  return saveReport(db, { ...watching, ...report, now: clock() });
}

/** Marks a video as completed, or not. Returns false, without writing, for people who may not watch. */
export async function markDone({ db, clock }: Needs, watching: Watching, done: boolean): Promise<boolean> {
  return setDone(db, { ...watching, done, now: clock() });
}

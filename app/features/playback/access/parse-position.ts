import { z } from "zod";
import { plainCode } from "~/ui/forms/plain-code";
import { longestSeconds } from "./watch-tracker";

const digits = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
  .pipe(z.number().max(longestSeconds));

/** Whole seconds; undefined if invalid. */
export function parsePosition(raw: string | undefined): number | undefined {
  const parsed = digits.safeParse(raw);
  return parsed.success ? parsed.data : undefined;
}

const clock = /^(?:(?:(\d{1,3}):)?([0-5]?\d):)?(\d{1,6})$/;

/** Parses "754", "12:34" or "1:02:03" as typed into whole seconds; null for an empty text, undefined if invalid. */
export function parseTypedSecond(raw: string): number | null | undefined {
  const text = plainCode(raw);
  if (text === "") return null;
  const match = clock.exec(text);
  if (!match) return undefined;
  const [, hours = "0", minutes, seconds = ""] = match;
  if (minutes !== undefined && !/^[0-5]\d$/.test(seconds)) return undefined;
  const all = Number(hours) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds);
  return all <= longestSeconds ? all : undefined;
}

export interface Report {
  seconds: number;
  /** The part watched since the last report; undefined if none. */
  range: readonly [from: number, to: number] | undefined;
  done: boolean;
}

/**
 * Parses a player's report: `seconds`, its position, 0 at the start and near the end; `watched`: seconds watched up to
 * `at` since the last report; `at`: `seconds` if left out; `done=1`. Returns undefined if invalid.
 */
export function parseReport(form: Record<string, string | undefined>): Report | undefined {
  const seconds = parsePosition(form.seconds);
  const watched = parsePosition(form.watched ?? "0");
  const at = form.at === undefined ? seconds : parsePosition(form.at);
  if (seconds === undefined || watched === undefined || at === undefined) return undefined;
  const from = Math.max(0, at - watched);
  return { seconds, range: from < at ? [from, at] : undefined, done: form.done === "1" };
}

/** What was watched without a connection, sent later: an id counts once. */
export interface OfflineReport extends Report {
  id: string;
  /** When the player was there; never in the future. */
  time: Date;
}

/** In one request. */
const maxReports = 50;

const offlineReports = z
  .array(
    z.object({
      id: z.uuid(),
      time: z.iso.datetime(),
      seconds: z.int(),
      watched: z.int().optional(),
      at: z.int().optional(),
    }),
  )
  .max(maxReports);

/** A `time` after `now` becomes `now`, so that a wrong clock does not win over later reports. Undefined if invalid. */
export function parseOfflineReports(raw: string, now: Date): OfflineReport[] | undefined {
  let list: unknown;
  try {
    list = JSON.parse(raw);
  } catch {
    return undefined;
  }
  const parsed = offlineReports.safeParse(list);
  if (!parsed.success) return undefined;
  const reports = parsed.data.map(({ id, time, seconds, watched = 0, at = seconds }) => {
    const report = parseReport({ seconds: `${seconds}`, watched: `${watched}`, at: `${at}` });
    return report && { ...report, id, time: new Date(Math.min(Date.parse(time), now.getTime())) };
  });
  return reports.every((report) => report !== undefined) ? reports : undefined;
}

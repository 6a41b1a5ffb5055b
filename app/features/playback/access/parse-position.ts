import { z } from "zod";
import { longestSeconds } from "./watch-tracker";

const digits = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
  .pipe(z.number().max(longestSeconds));

/** Parses a player's position in whole seconds; returns undefined if invalid. */
export function parsePosition(raw: string | undefined): number | undefined {
  const parsed = digits.safeParse(raw);
  return parsed.success ? parsed.data : undefined;
}

export interface Report {
  /** Where the player is. */
  seconds: number;
  /** The part watched since the last report; undefined if none. */
  range: readonly [from: number, to: number] | undefined;
  /** Whether the player counts the video as completed. */
  done: boolean;
}

/**
 * Parses what a player reports: `seconds`, its position, 0 at the start and near the end; `watched`, how many seconds
 * up to `at` were watched since the last report, none without it; `at`, `seconds` if left out; `done=1`. Returns
 * undefined if invalid.
 */
export function parseReport(form: Record<string, string | undefined>): Report | undefined {
  const seconds = parsePosition(form.seconds);
  const watched = parsePosition(form.watched ?? "0");
  const at = form.at === undefined ? seconds : parsePosition(form.at);
  if (seconds === undefined || watched === undefined || at === undefined) return undefined;
  const from = Math.max(0, at - watched);
  return { seconds, range: from < at ? [from, at] : undefined, done: form.done === "1" };
}

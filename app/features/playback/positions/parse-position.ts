import { z } from "zod";
import { longestSeconds } from "./watch-position";

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

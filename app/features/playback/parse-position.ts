import { z } from "zod";
import { longestSeconds } from "./watch-position";

const digits = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
  .pipe(z.number().max(longestSeconds));

/** Reads a position that a player sent, in whole seconds; undefined for what is none. */
export function parsePosition(raw: string | undefined): number | undefined {
  const parsed = digits.safeParse(raw);
  return parsed.success ? parsed.data : undefined;
}

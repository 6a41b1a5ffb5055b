import { z } from "zod";

const uuid = z.uuid();

/** Reads the id of a payout, a batch or a creator from an address or a form; undefined for what can be none. */
export function parsePayoutId(raw: unknown): string | undefined {
  const parsed = uuid.safeParse(raw);
  return parsed.success ? parsed.data : undefined;
}

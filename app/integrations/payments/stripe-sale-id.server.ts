import { z } from "zod";

const uuid = z.uuid();

/**
 * Returns the sale's id from an object's metadata; undefined if it is not a UUID: another shop on the same account may
 * use the same key.
 */
export function readSaleId(metadata: Record<string, string> | null | undefined): string | undefined {
  const parsed = uuid.safeParse(metadata?.sale_id);
  return parsed.success ? parsed.data : undefined;
}

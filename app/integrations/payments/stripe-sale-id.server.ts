import { z } from "zod";

const uuid = z.uuid();

/**
 * The sale that an object of Stripe's says it is for. Another shop on the same account may use the same name for
 * something else: what is no UUID is none of our sales, and never reaches a query.
 */
export function readSaleId(metadata: Record<string, string> | null | undefined): string | undefined {
  const parsed = uuid.safeParse(metadata?.sale_id);
  return parsed.success ? parsed.data : undefined;
}

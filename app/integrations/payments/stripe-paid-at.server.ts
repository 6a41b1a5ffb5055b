import { z } from "zod";
import { seconds } from "./stripe-shapes.server";

const shape = z.object({
  status: z.string(),
  created: seconds,
  payment_method_details: z.object({ type: z.string() }).nullish(),
  balance_transaction: z.union([z.string(), z.object({ created: seconds })]).nullish(),
});

/**
 * Returns when a charge succeeded, to the second; undefined for any other object. Stripe has no field for it. A card's
 * charge is made when it succeeds. Another method's may be made pending, days before the money arrives: the later of
 * the charge and its booking counts, where it is booked and the booking is expanded.
 */
export function parsePaidAt(charge: unknown): Date | undefined {
  const parsed = shape.safeParse(charge);
  if (!parsed.success || parsed.data.status !== "succeeded") return undefined;
  const { created, payment_method_details, balance_transaction } = parsed.data;
  const booked = typeof balance_transaction === "object" ? balance_transaction?.created : undefined;
  const isCard = payment_method_details?.type === "card";
  return new Date((isCard ? created : Math.max(created, booked ?? created)) * 1000);
}

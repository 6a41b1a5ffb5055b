import { z } from "zod";

/**
 * The id of another object: Stripe gives it alone, or inside the object where it was asked to expand it, or null.
 * https://docs.stripe.com/api/expanding_objects
 */
export const stripeId = z
  .union([z.string().min(1), z.object({ id: z.string().min(1) }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? undefined);

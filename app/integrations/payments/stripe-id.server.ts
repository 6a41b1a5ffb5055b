import { z } from "zod";
import { idText } from "./stripe-shapes.server";

/**
 * The id of another object: Stripe gives it alone, or inside the object where it was asked to expand it, or null.
 * https://docs.stripe.com/api/expanding_objects
 */
export const stripeId = z
  .union([idText, z.object({ id: idText }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? undefined);

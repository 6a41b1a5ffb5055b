import { z } from "zod";
import { idText } from "./stripe-shapes.server";

/**
 * The id of another object: alone, or inside the expanded object, or null.
 * https://docs.stripe.com/api/expanding_objects
 */
export const stripeId = z
  .union([idText, z.object({ id: idText }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? undefined);

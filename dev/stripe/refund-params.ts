import { z } from "zod";
import { integer, metadata, text } from "./params";

/** Of https://docs.stripe.com/api/refunds/create. Refuses others by name. */
export const refundParams = z.strictObject({
  payment_intent: text(200),
  amount: integer.optional(),
  metadata: metadata.optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
});

export type RefundParams = z.infer<typeof refundParams>;

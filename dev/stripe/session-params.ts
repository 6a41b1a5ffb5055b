import { z } from "zod";
import { integer, metadata, text } from "./params";

/** Of https://docs.stripe.com/api/checkout/sessions/create. Refuses others by name. */
export const sessionParams = z.strictObject({
  mode: z.literal("payment"),
  line_items: z
    .array(
      z.strictObject({
        quantity: integer,
        price_data: z.strictObject({
          currency: z.enum(["brl", "usd", "eur"]),
          unit_amount: integer,
          product_data: z.strictObject({ name: text(5000), description: text(5000).optional() }),
        }),
      }),
    )
    .min(1)
    .max(100),
  success_url: text(5000),
  cancel_url: text(5000).optional(),
  client_reference_id: text(200).optional(),
  customer_email: text(800).optional(),
  expires_at: integer.optional(),
  locale: z.enum(["auto", "en", "en-GB", "pt", "pt-BR", "es", "fr", "de", "it"]).optional(),
  metadata: metadata.optional(),
  payment_intent_data: z.strictObject({ metadata: metadata.optional() }).optional(),
  allowed_payment_method_types: z.array(text(40)).min(1).optional(),
  payment_method_options: z
    .strictObject({
      pix: z.strictObject({ expires_after_seconds: integer.optional() }).optional(),
      boleto: z.strictObject({ expires_after_days: integer.optional() }).optional(),
    })
    .optional(),
});

export type SessionParams = z.infer<typeof sessionParams>;

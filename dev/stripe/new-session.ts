import { z } from "zod";
import { integer, metadata, paramError, text } from "./params";
import { newId, type PaymentMethod, type Session } from "./state";

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

/** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts, in cents, for the three currencies here. */
const LOWEST_TOTAL = 50;
const HIGHEST_TOTAL = 99_999_999;
/** https://docs.stripe.com/payments/boleto: R$ 5,00 to R$ 49.999,99. */
const BOLETO_RANGE = { lowest: 500, highest: 4_999_999 };
const SYMBOL = { brl: "R$", usd: "$", eur: "€" };
const DAY_SECONDS = 24 * 60 * 60;
const HALF_HOUR_SECONDS = 30 * 60;

/** `now`: seconds since 1970. Throws ApiError as Stripe would refuse the parameters. */
export function newSession(params: SessionParams, now: number): Session {
  const currency = params.line_items[0]?.price_data.currency ?? "brl";
  const amount_total = params.line_items.reduce(
    (sum, { quantity, price_data }) => sum + quantity * price_data.unit_amount,
    0,
  );
  checkAmount(params, currency, amount_total);
  checkAddresses(params);
  const pixSeconds = params.payment_method_options?.pix?.expires_after_seconds;
  const boletoDays = params.payment_method_options?.boleto?.expires_after_days;
  return {
    id: newId("cs_test_"),
    created: now,
    expires_at: checkExpiry(params.expires_at ?? now + DAY_SECONDS, now),
    status: "open",
    payment_status: "unpaid",
    amount_total,
    currency,
    product_name: params.line_items.map(({ price_data }) => price_data.product_data.name).join(", "),
    success_url: params.success_url,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    customer_email: params.customer_email ?? null,
    locale: params.locale ?? null,
    metadata: params.metadata ?? {},
    payment_intent: null,
    payment_intent_metadata: params.payment_intent_data?.metadata ?? {},
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    payment_method_types: offeredMethods(currency, amount_total, params.allowed_payment_method_types),
    pix_expires_after_seconds: checkRange("[pix][expires_after_seconds]", pixSeconds, 60, 1_209_600),
    boleto_expires_after_days: checkRange("[boleto][expires_after_days]", boletoDays, 0, 60),
  };
}

function checkAmount(params: SessionParams, currency: keyof typeof SYMBOL, total: number): void {
  params.line_items.forEach(({ quantity, price_data }, index) => {
    const requireAtLeast = (param: string, value: number, lowest: number) => {
      if (value >= lowest) return;
      const message = `This value must be greater than or equal to ${lowest}.`;
      throw paramError(`line_items[${index}]${param}`, "parameter_invalid_integer", message);
    };
    requireAtLeast("[quantity]", quantity, 1);
    requireAtLeast("[price_data][unit_amount]", price_data.unit_amount, 0);
    if (price_data.currency !== currency) {
      const message = "All line items of a Checkout Session must have the same currency.";
      throw paramError("line_items", undefined, message);
    }
  });
  const refuse = (code: string, bound: string) => {
    const message = `The Checkout Session's total amount due must add up to ${bound} ${currency}`;
    return paramError("line_items", code, message);
  };
  if (total < LOWEST_TOTAL) throw refuse("amount_too_small", `at least ${SYMBOL[currency]}0.50`);
  if (total > HIGHEST_TOTAL) throw refuse("amount_too_large", `no more than ${SYMBOL[currency]}999,999.99`);
}

function checkAddresses({ success_url, cancel_url, customer_email }: SessionParams): void {
  for (const [param, url] of Object.entries({ success_url, cancel_url })) {
    if (url === undefined || (/^https?:\/\//i.test(url) && URL.canParse(url))) continue;
    const message = "Invalid URL: An explicit scheme (such as https) must be provided.";
    throw paramError(param, "url_invalid", message);
  }
  if (customer_email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(customer_email)) {
    throw paramError("customer_email", "email_invalid", `Invalid email address: ${customer_email}`);
  }
}

function checkExpiry(expiresAt: number, now: number): number {
  const refuse = (limit: string) => {
    const message = `The \`expires_at\` timestamp must be ${limit} from Checkout Session creation.`;
    return paramError("expires_at", undefined, message);
  };
  if (expiresAt < now + HALF_HOUR_SECONDS) throw refuse("at least 30 minutes");
  if (expiresAt > now + DAY_SECONDS) throw refuse("less than 24 hours");
  return expiresAt;
}

/** Null if not given. Throws ApiError outside of the range. */
function checkRange(param: string, value: number | undefined, lowest: number, highest: number) {
  if (value === undefined) return null;
  if (value >= lowest && value <= highest) return value;
  const name = `payment_method_options${param}`;
  const message = `Invalid ${name}: must be between ${lowest} and ${highest}.`;
  throw paramError(name, "parameter_invalid_integer", message);
}

/** As a Brazilian account with every method switched on. */
function offeredMethods(currency: string, total: number, allowed: string[] | undefined): PaymentMethod[] {
  const eligible: PaymentMethod[] = ["card"];
  if (currency === "brl") eligible.push("pix");
  const forBoleto = total >= BOLETO_RANGE.lowest && total <= BOLETO_RANGE.highest;
  if (currency === "brl" && forBoleto) eligible.push("boleto");
  const offered = allowed ? eligible.filter((method) => allowed.includes(method)) : eligible;
  if (offered.length > 0) return offered;
  const message = "No payment method is available for this Checkout Session.";
  throw paramError("allowed_payment_method_types", undefined, message);
}

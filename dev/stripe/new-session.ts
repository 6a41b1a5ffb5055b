import { paramError } from "./api-error";
import { newId } from "./ids";
import type { SessionParams } from "./session-params";
import type { PaymentMethod, Session } from "./state";

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
    pix_expires_after_seconds: checkPix(params),
    boleto_expires_after_days: checkBoleto(params),
  };
}

function checkAmount(params: SessionParams, currency: keyof typeof SYMBOL, total: number): void {
  params.line_items.forEach(({ quantity, price_data }, index) => {
    if (quantity < 1)
      throw paramError(
        `line_items[${index}][quantity]`,
        "parameter_invalid_integer",
        "This value must be greater than or equal to 1.",
      );
    if (price_data.unit_amount < 0)
      throw paramError(
        `line_items[${index}][price_data][unit_amount]`,
        "parameter_invalid_integer",
        "This value must be greater than or equal to 0.",
      );
    if (price_data.currency !== currency)
      throw paramError(
        "line_items",
        undefined,
        "All line items of a Checkout Session must have the same currency.",
      );
  });
  const code =
    total < LOWEST_TOTAL ? "amount_too_small" : total > HIGHEST_TOTAL ? "amount_too_large" : undefined;
  if (!code) return;
  const bound =
    code === "amount_too_small"
      ? `at least ${SYMBOL[currency]}0.50`
      : `no more than ${SYMBOL[currency]}999,999.99`;
  throw paramError(
    "line_items",
    code,
    `The Checkout Session's total amount due must add up to ${bound} ${currency}`,
  );
}

function checkAddresses({ success_url, cancel_url, customer_email }: SessionParams): void {
  for (const [param, url] of Object.entries({ success_url, cancel_url })) {
    if (url === undefined || (/^https?:\/\//i.test(url) && URL.canParse(url))) continue;
    throw paramError(
      param,
      "url_invalid",
      "Invalid URL: An explicit scheme (such as https) must be provided.",
    );
  }
  if (customer_email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(customer_email)) {
    throw paramError("customer_email", "email_invalid", `Invalid email address: ${customer_email}`);
  }
}

function checkExpiry(expiresAt: number, now: number): number {
  if (expiresAt < now + HALF_HOUR_SECONDS) {
    throw paramError(
      "expires_at",
      undefined,
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
    );
  }
  if (expiresAt > now + DAY_SECONDS) {
    throw paramError(
      "expires_at",
      undefined,
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
    );
  }
  return expiresAt;
}

function checkPix({ payment_method_options }: SessionParams): number | null {
  const seconds = payment_method_options?.pix?.expires_after_seconds;
  if (seconds === undefined) return null;
  if (seconds >= 60 && seconds <= 1_209_600) return seconds;
  const param = "payment_method_options[pix][expires_after_seconds]";
  throw paramError(param, "parameter_invalid_integer", `Invalid ${param}: must be between 60 and 1209600.`);
}

function checkBoleto({ payment_method_options }: SessionParams): number | null {
  const days = payment_method_options?.boleto?.expires_after_days;
  if (days === undefined) return null;
  if (days >= 0 && days <= 60) return days;
  const param = "payment_method_options[boleto][expires_after_days]";
  throw paramError(param, "parameter_invalid_integer", `Invalid ${param}: must be between 0 and 60.`);
}

/** As a Brazilian account with every method switched on. */
function offeredMethods(currency: string, total: number, allowed: string[] | undefined): PaymentMethod[] {
  const eligible: PaymentMethod[] = ["card"];
  if (currency === "brl") eligible.push("pix");
  const forBoleto = total >= BOLETO_RANGE.lowest && total <= BOLETO_RANGE.highest;
  if (currency === "brl" && forBoleto) eligible.push("boleto");
  const offered = allowed ? eligible.filter((method) => allowed.includes(method)) : eligible;
  if (offered.length > 0) return offered;
  throw paramError(
    "allowed_payment_method_types",
    undefined,
    "No payment method is available for this Checkout Session.",
  );
}

import { createHmac } from "node:crypto";

/**
 * The Stripe-Signature header for a body, written from its description and not with the SDK, so that the two check each
 * other: https://docs.stripe.com/webhooks/signature
 * @param at seconds since 1970
 */
export function signWebhook(body: string, secret: string, at: number): string {
  return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
}

import { createHmac } from "node:crypto";

/** https://docs.stripe.com/webhooks/signature, not with the SDK, so that the two check each other. `at`: in seconds. */
export function signWebhook(body: string, secret: string, at: number): string {
  return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
}

import { createHmac, timingSafeEqual } from "node:crypto";

/** The most difference between a signature's time and ours: https://docs.stripe.com/webhooks */
const TOLERANCE_SECONDS = 300;

/**
 * Returns whether a body was signed with the endpoint's secret within five minutes of now, in either direction.
 * Checks the bytes as received; the SDK decodes and encodes them first, which refuses anything that is not UTF-8.
 * https://docs.stripe.com/webhooks/signature
 * @param header Stripe-Signature: `t=<seconds>,v1=<hex>`, with one `v1` for each secret while one is being changed
 */
export function isSigned(body: Uint8Array, header: string | null, secret: string, now: Date): boolean {
  if (!header || secret.trim() === "" || body.length === 0) return false;
  const items = header.split(",").map((item) => item.split("=", 2) as [string, string | undefined]);
  const valuesOf = (scheme: string) => items.filter(([name]) => name === scheme).map(([, value]) => value);
  const [time, ...otherTimes] = valuesOf("t");
  if (time === undefined || otherTimes.length > 0 || !/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(Number(time) - Math.floor(now.getTime() / 1000)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
  return valuesOf("v1").some(
    (given) =>
      given !== undefined &&
      /^[0-9a-f]{64}$/.test(given) &&
      timingSafeEqual(expected, Buffer.from(given, "hex")),
  );
}

import type { PaymentMethod, Session } from "./state";

/** https://docs.stripe.com/payments/pix */
const PIX_SECONDS = 4 * 60 * 60;
/** In calendar days of São Paulo: https://docs.stripe.com/payments/boleto */
const BOLETO_DAYS = 3;
const DAY_SECONDS = 24 * 60 * 60;
/** São Paulo has had no summer time since 2019. */
const SAO_PAULO_SECONDS = 3 * 60 * 60;

/** Seconds since 1970; a boleto until its last day is over. Null for a method that is not paid later. */
export function payableUntil(method: PaymentMethod, session: Session, now: number): number | null {
  if (method === "card") return null;
  if (method === "pix") return now + (session.pix_expires_after_seconds ?? PIX_SECONDS);
  const today = Math.floor((now - SAO_PAULO_SECONDS) / DAY_SECONDS);
  return (
    (today + (session.boleto_expires_after_days ?? BOLETO_DAYS) + 1) * DAY_SECONDS + SAO_PAULO_SECONDS - 1
  );
}

import { newId } from "./ids";
import type { Booking, Charge } from "./money-shapes";

/** https://stripe.com/br/pricing: a share in ten-thousandths, and cents of a real. */
const FEES = {
  card: { share: 399, fixed: 39 },
  pix: { share: 119, fixed: 0 },
  boleto: { share: 0, fixed: 345 },
};

/** Reais for one unit: money is always booked in reais. */
const RATES: Record<string, number> = { usd: 5.4, eur: 6.2 };

/** `now`: seconds since 1970. */
export function bookCharge({ amount, currency, method }: Charge, now: number): Booking {
  const { share, fixed } = FEES[method];
  const booking = inReais(amount, currency, now);
  const fee = Math.round((booking.amount * share) / 10_000) + fixed;
  return { ...booking, fee: Math.min(fee, booking.amount), type: "charge" };
}

/** What a dispute takes (negative) or gives back; `fee`: cents of BRL for the dispute itself. */
export function bookAdjustment(amount: number, currency: string, now: number, fee = 0): Booking {
  return { ...inReais(amount, currency, now), fee, type: "adjustment" };
}

function inReais(amount: number, currency: string, now: number): Omit<Booking, "fee" | "type"> {
  const rate = RATES[currency];
  return {
    id: newId("txn_"),
    created: now,
    amount: Math.round(amount * (rate ?? 1)),
    currency: "brl",
    exchange_rate: rate ?? null,
  };
}

import { chargeObject } from "./objects";
import { type Account, type Booking, type Charge, findById, newId, type PaymentIntent } from "./state";

/** Of a charge's balance transaction: with the payment, or by `book`. */
type BookingTime = "atOnce" | "later";

type BookResult = { ok: true; charge: Charge } | { ok: false; error: "unknownPayment" | "alreadyBooked" };

export type ChargeDesk = ReturnType<typeof createChargeDesk>;

export function createChargeDesk({ state, now, announce }: Account) {
  let bookingTime: BookingTime = "atOnce";

  function bookNow(charge: Charge) {
    charge.booking = bookCharge(charge, now());
    announce("charge.updated", chargeObject(charge, state));
  }

  return {
    make(intent: PaymentIntent): Charge {
      const charge: Charge = {
        id: newId("ch_"),
        created: now(),
        payment_intent: intent.id,
        method: intent.payment_method,
        amount: intent.amount,
        amount_refunded: 0,
        currency: intent.currency,
        metadata: { ...intent.metadata },
        booking: null,
      };
      state.charges[charge.id] = charge;
      intent.latest_charge = charge.id;
      announce("charge.succeeded", chargeObject(charge, state));
      return charge;
    },
    /** Unless it is to be booked later. */
    bookInTime(charge: Charge): void {
      if (bookingTime === "atOnce") bookNow(charge);
    },
    book(paymentIntentId: string): BookResult {
      const charge = state.charges[findById(state.intents, paymentIntentId)?.latest_charge ?? ""];
      if (!charge) return { ok: false, error: "unknownPayment" };
      if (charge.booking) return { ok: false, error: "alreadyBooked" };
      bookNow(charge);
      return { ok: true, charge };
    },
    bookingTime: () => bookingTime,
    setBookingTime(time: BookingTime): void {
      bookingTime = time;
    },
  };
}

/** https://stripe.com/br/pricing: a share in ten-thousandths, and cents of a real. */
const FEES = {
  card: { share: 399, fixed: 39 },
  pix: { share: 119, fixed: 0 },
  boleto: { share: 0, fixed: 345 },
};

/** Reais for one unit: money is always booked in reais. */
const RATES: Record<string, number> = { usd: 5.4, eur: 6.2 };

/** `now`: seconds since 1970. */
function bookCharge({ amount, currency, method }: Charge, now: number): Booking {
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

import type { Clock } from "~/integrations/clock";
import { bookCharge } from "./booking";
import { isDisputed } from "./disputes";
import { newId } from "./ids";
import { chargeObject } from "./money-objects";
import type { Charge } from "./money-shapes";
import type { PaymentIntent, Store } from "./state";

/** Of a charge's balance transaction: with the payment, or by `book`. */
export type BookingTime = "atOnce" | "later";

export type BookResult =
  | { ok: true; charge: Charge }
  | { ok: false; error: "unknownPayment" | "alreadyBooked" };

export interface ChargeDesk {
  make(intent: PaymentIntent): Charge;
  /** Unless it is to be booked later. */
  bookInTime(charge: Charge): void;
  book(paymentIntentId: string): BookResult;
  bookingTime(): BookingTime;
  setBookingTime(time: BookingTime): void;
}

interface ChargeDeskOptions {
  store: Store;
  clock: Clock;
  announce: (type: string, object: unknown) => void;
}

export function createChargeDesk({ store, clock, announce }: ChargeDeskOptions): ChargeDesk {
  const { state } = store;
  const now = () => Math.floor(clock().getTime() / 1000);
  let bookingTime: BookingTime = "atOnce";

  function announceCharge(type: string, charge: Charge) {
    announce(type, chargeObject(charge, { disputed: isDisputed(state, charge.id), expandBooking: false }));
    store.save();
  }

  function bookNow(charge: Charge) {
    charge.booking = bookCharge(charge, now());
    announceCharge("charge.updated", charge);
  }

  return {
    make(intent) {
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
      announceCharge("charge.succeeded", charge);
      return charge;
    },
    bookInTime(charge) {
      if (bookingTime === "atOnce") bookNow(charge);
    },
    book(paymentIntentId) {
      const charge = findCharge(store, paymentIntentId);
      if (!charge) return { ok: false, error: "unknownPayment" };
      if (charge.booking) return { ok: false, error: "alreadyBooked" };
      bookNow(charge);
      return { ok: true, charge };
    },
    bookingTime: () => bookingTime,
    setBookingTime(time) {
      bookingTime = time;
    },
  };
}

export function findCharge({ state }: Store, paymentIntentId: string): Charge | undefined {
  const intent = Object.hasOwn(state.intents, paymentIntentId) ? state.intents[paymentIntentId] : undefined;
  return state.charges[intent?.latest_charge ?? ""];
}

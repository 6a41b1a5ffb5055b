import type { Clock } from "~/integrations/clock";
import { newId } from "./ids";
import { bookingObject } from "./money-objects";
import type { Booking, Movement, Refund } from "./money-shapes";
import type { State, Store } from "./state";

export interface NewMovement {
  type: string;
  category: string;
  /** In cents of BRL. */
  amount: number;
  fee?: number | undefined;
}

/** https://docs.stripe.com/api/balance_transactions */
export interface MovementDesk {
  /** Oldest first. */
  all(): MovementObject[];
  /** In cents of BRL. */
  balance(): number;
  payOut(): Movement | undefined;
  add(movement: NewMovement): Movement;
}

export type MovementObject = ReturnType<typeof movementObject>;

interface MovementDeskOptions {
  store: Store;
  clock: Clock;
}

export function createMovementDesk({ store, clock }: MovementDeskOptions): MovementDesk {
  const { state } = store;

  const all = () =>
    [
      ...listBookings(state),
      ...listRefunds(state),
      ...state.movements.map((made) => movementObject(made, made.source)),
    ]
      .map((object, at) => ({ object, at }))
      .sort((a, b) => a.object.created - b.object.created || a.at - b.at)
      .map(({ object }) => object);

  function add({ type, category, amount, fee = 0 }: NewMovement): Movement {
    const movement: Movement = {
      id: newId("txn_"),
      created: Math.floor(clock().getTime() / 1000),
      source: null,
      type,
      category,
      amount,
      fee,
    };
    state.movements.push(movement);
    store.save();
    return movement;
  }

  const balance = () => all().reduce((sum, { net }) => sum + net, 0);

  return {
    all,
    balance,
    add,
    payOut() {
      const payoutCents = balance();
      return payoutCents > 0 ? add({ type: "payout", category: "payout", amount: -payoutCents }) : undefined;
    },
  };
}

function movementObject(
  { id, created, amount, fee, type, category }: Omit<Movement, "source">,
  source: string | null,
) {
  return {
    id,
    object: "balance_transaction" as const,
    payment_intent: null,
    amount,
    available_on: created,
    created,
    currency: "brl",
    description: null,
    exchange_rate: null as number | null,
    fee,
    fee_details: [] as unknown[],
    net: amount - fee,
    reporting_category: category,
    source,
    status: "available",
    type,
  };
}

/** Of charges and disputes. Only cards have charges: Pix and boleto are payments. */
function listBookings(state: State): MovementObject[] {
  const shown = (booking: Booking, source: string) => ({
    ...bookingObject(booking, source),
    object: "balance_transaction" as const,
    payment_intent: null,
  });
  const charges = Object.values(state.charges).flatMap(({ booking, id, method }) =>
    booking ? [{ ...shown(booking, id), type: method === "card" ? "charge" : "payment" }] : [],
  );
  const disputes = Object.values(state.disputes).flatMap(({ bookings, id }) =>
    bookings.map((booking) => ({
      ...shown(booking, id),
      reporting_category: booking.amount < 0 ? "dispute" : "dispute_reversal",
    })),
  );
  return [...charges, ...disputes];
}

/** A refund that failed or was canceled is booked back. */
function listRefunds(state: State): MovementObject[] {
  return Object.values(state.refunds).flatMap((refund) => {
    const charge = state.charges[refund.charge];
    const cents = Math.round(refund.amount * (charge?.booking?.exchange_rate ?? 1));
    const prefix = charge?.method === "card" ? "" : "payment_";
    const made = movement(refund, refund.id.replace("re_", "txn_"), -cents, `${prefix}refund`, "refund");
    if (refund.status !== "failed" && refund.status !== "canceled") return [made];
    const back = refund.id.replace("re_", "txn_back");
    const failed = { ...refund, created: refund.failed_at ?? refund.created };
    return [made, movement(failed, back, cents, `${prefix}refund_failure`, "refund_failure")];
  });
}

function movement(
  { id: source, created }: Refund,
  id: string,
  amount: number,
  type: string,
  category: string,
) {
  return movementObject({ id, created, amount, fee: 0, type, category }, source);
}

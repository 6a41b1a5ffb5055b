import { bookingObject, movementObject } from "./objects";
import { type Account, type Movement, newId, type State } from "./state";

interface NewMovement {
  type: string;
  category: string;
  /** In cents of BRL. */
  amount: number;
}

/** https://docs.stripe.com/api/balance_transactions */
export function createMovementDesk({ state, now, save }: Account) {
  /** Oldest first. */
  const all = () =>
    [...listBookings(state), ...listRefunds(state), ...state.movements.map(movementObject)].sort(
      (a, b) => a.created - b.created,
    );

  function add(movement: NewMovement): Movement {
    const added = { ...movement, id: newId("txn_"), created: now(), source: null, fee: 0 };
    state.movements.push(added);
    save();
    return added;
  }

  /** In cents of BRL. */
  const balance = () => all().reduce((sum, { net }) => sum + net, 0);

  return {
    all,
    balance,
    add,
    payOut(): Movement | undefined {
      const payoutCents = balance();
      return payoutCents > 0 ? add({ type: "payout", category: "payout", amount: -payoutCents }) : undefined;
    },
  };
}

/** Of charges and disputes. Only cards have charges: Pix and boleto are payments. */
function listBookings({ charges, disputes }: State) {
  return [
    ...Object.values(charges).flatMap(({ booking, id, method }) =>
      booking ? [{ ...bookingObject(booking, id), type: method === "card" ? "charge" : "payment" }] : [],
    ),
    ...Object.values(disputes).flatMap(({ bookings, id }) =>
      bookings.map((booking) => bookingObject(booking, id)),
    ),
  ];
}

/** A refund that failed or was canceled is booked back. */
function listRefunds(state: State) {
  return Object.values(state.refunds).flatMap((refund) => {
    const { id: source, created, failed_at = created, status } = refund;
    const charge = state.charges[refund.charge];
    const cents = Math.round(refund.amount * (charge?.booking?.exchange_rate ?? 1));
    const prefix = charge?.method === "card" ? "" : "payment_";
    const movement = (id: string, created: number, amount: number, category: string) =>
      movementObject({ id, created, amount, fee: 0, type: prefix + category, category, source });
    const made = movement(source.replace("re_", "txn_"), created, -cents, "refund");
    if (status !== "failed" && status !== "canceled") return [made];
    return [made, movement(source.replace("re_", "txn_back"), failed_at, cents, "refund_failure")];
  });
}

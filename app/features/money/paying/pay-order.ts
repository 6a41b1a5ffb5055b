export interface Ordered {
  id: string;
  amount_cents: number;
  status: string;
}

/** Returns the payouts of a batch from the highest amount to the lowest, whatever their status; ties by id. */
export function orderByAmount<Payout extends Ordered>(payouts: readonly Payout[]): Payout[] {
  return [...payouts].sort(
    (one, other) => other.amount_cents - one.amount_cents || (one.id < other.id ? -1 : 1),
  );
}

/**
 * Returns the next payout that is still to be paid after one of an ordered batch, from its beginning again after the
 * last. Returns undefined if there is no other. `from`: an id; undefined for the first.
 */
export function findNextUnpaid<Payout extends Ordered>(
  ordered: readonly Payout[],
  from: string | undefined,
): Payout | undefined {
  const at = ordered.findIndex(({ id }) => id === from);
  const others = [...ordered.slice(at + 1), ...ordered.slice(0, Math.max(at, 0))];
  return others.find(({ status }) => status === "prepared");
}

import { formatDay, formatMoment } from "~/features/fields/dates";
import type { PaymentMethod } from "~/features/money/payment-methods";

/** A code that was shown and can be paid until then. */
export interface AwaitedPayment {
  method: "pix" | "boleto";
  until: Date;
}

/**
 * Decides whether a payment under way waits for the buyer. What the bank was paid in time may be told a day later: past
 * its moment it is on its way, not late, and this gives undefined, as for a method that is not known yet.
 */
export function decideAwaitedPayment(
  { method, until }: { method: PaymentMethod | null; until: Date | null },
  now: Date,
): AwaitedPayment | undefined {
  if ((method !== "pix" && method !== "boleto") || !until || until <= now) return undefined;
  return { method, until };
}

/** Its moment written out, for it differs by place and the browser's place is not asked. */
export interface ShownAwaitedPayment {
  method: "pix" | "boleto";
  until: string;
}

/** Writes a boleto's last day, a Pix's last minute: each as the code itself has it. */
export function showAwaitedPayment({ method, until }: AwaitedPayment, now: Date): ShownAwaitedPayment {
  return { method, until: method === "boleto" ? formatDay(until) : formatMoment(until, now) };
}

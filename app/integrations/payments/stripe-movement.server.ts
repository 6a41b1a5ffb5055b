import { z } from "zod";
import type { Movement } from "./payments";
import { stripeId } from "./stripe-id.server";

const movementShape = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  reporting_category: z.string().min(1),
  amount: z.number().int(),
  fee: z.number().int(),
  net: z.number().int(),
  currency: z.string(),
  source: stripeId,
  created: z.number().int(),
});

/**
 * A balance transaction of Stripe's in our words: https://docs.stripe.com/api/balance_transactions/object. `malformed` for
 * what is none. Any type is accepted: disputes are adjustments, and only `reporting_category` tells them apart.
 */
export function parseMovement(transaction: unknown): Movement | "malformed" {
  const parsed = movementShape.safeParse(transaction);
  if (!parsed.success) return "malformed";
  const { id, type, reporting_category, amount, fee, net, currency, source, created } = parsed.data;
  return {
    movementId: id,
    type,
    category: reporting_category,
    amountCents: amount,
    feeCents: fee,
    netCents: net,
    currency: currency.toUpperCase(),
    sourceId: source,
    createdAt: new Date(created * 1000),
  };
}

const funds = z.array(z.object({ amount: z.number().int(), currency: z.string() }));
const balanceShape = z.object({ object: z.literal("balance"), available: funds, pending: funds });

/** Returns what the account holds in a currency, in cents: https://docs.stripe.com/api/balance/balance_object */
export function parseBalance(balance: unknown, currency: string): number | "malformed" {
  const parsed = balanceShape.safeParse(balance);
  if (!parsed.success) return "malformed";
  return [...parsed.data.available, ...parsed.data.pending]
    .filter((part) => part.currency.toUpperCase() === currency)
    .reduce((sum, { amount }) => sum + amount, 0);
}

import { z } from "zod";
import type { Movement, MovementCategory } from "./payments";
import { stripeId } from "./stripe-shapes.server";

/** https://docs.stripe.com/reports/reporting-categories */
const CATEGORIES: ReadonlySet<string> = new Set<MovementCategory>([
  "charge",
  "refund",
  "refund_failure",
  "dispute",
  "dispute_reversal",
  "fee",
  "payout",
  "payout_reversal",
]);

const isKnown = (category: string): category is MovementCategory => CATEGORIES.has(category);

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
 * Parses a balance transaction: https://docs.stripe.com/api/balance_transactions/object. Returns `malformed` for
 * anything else. Any type is accepted: disputes are of the type `adjustment`, and only `reporting_category` differs.
 */
export function parseMovement(transaction: unknown): Movement | "malformed" {
  const parsed = movementShape.safeParse(transaction);
  if (!parsed.success) return "malformed";
  const { id, type, reporting_category, amount, fee, net, currency, source, created } = parsed.data;
  return {
    movementId: id,
    ...toCategory(type, reporting_category),
    amountCents: amount,
    feeCents: fee,
    netCents: net,
    currency: currency.toUpperCase(),
    sourceId: source,
    createdAt: new Date(created * 1000),
  };
}

/** An unknown category is named beside the type: `adjustment other_adjustment`. */
function toCategory(type: string, category: string): Pick<Movement, "category" | "providerType"> {
  if (isKnown(category)) return { category, providerType: type };
  return { category: "other", providerType: type === category ? type : `${type} ${category}` };
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

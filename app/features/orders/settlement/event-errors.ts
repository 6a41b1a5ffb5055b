import type { Text } from "~/i18n/use-locale";

/** Why a sale cannot be settled by a fact of the provider. */
export type SettleError =
  /** No such sale. */
  | "unknownSale"
  /** No sale of this payment, or its checkout is not reported yet. */
  | "unknownPayment"
  | "otherCheckout"
  | "otherAmount";

interface Money {
  amountCents: number;
  currency: string;
}

interface KnownSale {
  amount_cents: number;
  currency: string;
  provider_checkout_id: string | null;
  provider_payment_id: string | null;
}

/**
 * Returns why a checkout is not this sale's. An event may arrive before the checkout's id is stored; another id than
 * the stored one is another sale's.
 */
export function checkoutMismatch(
  sale: KnownSale,
  checkout: Money & { checkoutId: string },
): SettleError | undefined {
  if (sale.provider_checkout_id !== null && sale.provider_checkout_id !== checkout.checkoutId)
    return "otherCheckout";
  return isSameMoney(sale, checkout) ? undefined : "otherAmount";
}

/** Returns why a charge is not this sale's. */
export function chargeMismatch(
  sale: KnownSale,
  charge: Money & { paymentId: string },
): SettleError | undefined {
  if (sale.provider_payment_id !== null && sale.provider_payment_id !== charge.paymentId)
    return "unknownPayment";
  return isSameMoney(sale, charge) ? undefined : "otherAmount";
}

/** Returns why a refund or dispute is not this sale's: it may be of any part of the amount, in the same currency. */
export function partMismatch(
  sale: Pick<KnownSale, "currency">,
  part: Pick<Money, "currency">,
): SettleError | undefined {
  return part.currency === sale.currency ? undefined : "otherAmount";
}

function isSameMoney(sale: KnownSale, reported: Money): boolean {
  return sale.amount_cents === reported.amountCents && sale.currency === reported.currency;
}

/** The error of an event that this release cannot parse. */
export const unreadable = "unreadable";

const known = ["unknownSale", "unknownPayment", "otherCheckout", "otherAmount", unreadable] as const;

/** Returns why an event could not be settled, in words. */
export function describeEventError(error: string, t: Text): string {
  const kind = known.find((one) => one === error);
  return kind ? t(`office.kind_${kind}`) : t("office.otherError", { error });
}

/** Attempts to settle an event before it waits for an administrator. */
export const eventTries = 12;

/** Errors of an event that may be early: the one it depends on can still arrive. */
const mayBeEarly: readonly SettleError[] = ["unknownPayment"];

/** Returns how often an event that cannot be settled is attempted; 0 for one that is not retried. */
export function eventTriesAfter(error: SettleError | null): number {
  return error && mayBeEarly.includes(error) ? eventTries : 0;
}

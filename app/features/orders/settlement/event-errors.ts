import type { Text } from "~/i18n/use-locale";

export type SettleError =
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

/** An event may arrive before the checkout's id is stored. */
export function checkoutMismatch(
  sale: KnownSale,
  checkout: Money & { checkoutId: string },
): SettleError | undefined {
  if (sale.provider_checkout_id !== null && sale.provider_checkout_id !== checkout.checkoutId)
    return "otherCheckout";
  return isSameMoney(sale, checkout) ? undefined : "otherAmount";
}

export function chargeMismatch(
  sale: KnownSale,
  charge: Money & { paymentId: string },
): SettleError | undefined {
  if (sale.provider_payment_id !== null && sale.provider_payment_id !== charge.paymentId)
    return "unknownPayment";
  return isSameMoney(sale, charge) ? undefined : "otherAmount";
}

/** A refund or dispute may be of any part of the amount, in the same currency. */
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

const eventErrors = ["unknownSale", "unknownPayment", "otherCheckout", "otherAmount", unreadable] as const;

export function describeEventError(error: string, t: Text): string {
  const kind = eventErrors.find((one) => one === error);
  return kind ? t(`office.kind_${kind}`) : t("office.otherError", { error });
}

/** Attempts before an event waits for an administrator. */
export const eventTries = 12;

/** The event they depend on can still arrive. */
const mayBeEarly: readonly SettleError[] = ["unknownPayment"];

/** 0 for an error that is not retried. */
export function eventTriesAfter(error: SettleError | null): number {
  return error && mayBeEarly.includes(error) ? eventTries : 0;
}

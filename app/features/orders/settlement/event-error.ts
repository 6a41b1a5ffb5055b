import type { Text } from "~/i18n/use-locale";

/** The error of an event that this release cannot parse. */
export const unreadable = "unreadable";

const known = ["unknownSale", "unknownPayment", "otherCheckout", "otherAmount", unreadable] as const;

/** Returns why an event could not be settled, in words. */
export function describeEventError(error: string, t: Text): string {
  const kind = known.find((one) => one === error);
  return kind ? t(`office.kind_${kind}`) : t("office.otherError", { error });
}

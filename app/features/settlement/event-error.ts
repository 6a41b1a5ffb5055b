import type { Text } from "~/i18n/use-locale";

/** The error of a message of the provider that this release does not understand. */
export const unreadable = "unreadable";

const known = ["unknownSale", "unknownPayment", "otherCheckout", "otherAmount", unreadable] as const;

/** Returns why a message of the provider could not be settled, in words. */
export function describeEventError(error: string, t: Text): string {
  const kind = known.find((one) => one === error);
  return kind ? t(`office.kind_${kind}`) : t("office.otherError", { error });
}

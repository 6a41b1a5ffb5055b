import type { Text } from "~/i18n/use-locale";

const known = ["unknownSale", "unknownPayment", "otherCheckout", "otherAmount"] as const;

/** Says why a message of the provider could not be settled. */
export function describeEventError(error: string, t: Text): string {
  const kind = known.find((one) => one === error);
  return kind ? t(`office.kind_${kind}`) : t("office.otherError", { error });
}

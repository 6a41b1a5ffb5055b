import type { Locale } from "~/i18n/locale";

interface Addresses {
  appUrl: string;
  videoId: string;
  locale: Locale;
}

/** Returns where the buyer goes after paying, and after leaving the payment page: absolute URLs, in their language. */
export function makeCheckoutAddresses({ appUrl, videoId, locale }: Addresses) {
  const isEnglish = locale === "en";
  return {
    successUrl: `${appUrl}/checkout/return${isEnglish ? "?lng=en" : ""}`,
    cancelUrl: `${appUrl}/watch/${videoId}?checkout=cancelled${isEnglish ? "&lng=en" : ""}`,
  };
}

/** Returns whether the query of a video's page says that its buyer left the payment page without paying. */
export function isCheckoutCancelled(search: string): boolean {
  return new URLSearchParams(search).get("checkout") === "cancelled";
}

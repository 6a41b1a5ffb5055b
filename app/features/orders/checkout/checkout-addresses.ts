import type { Locale } from "~/i18n/languages";
import { localizePath } from "~/i18n/page-language";

interface Addresses {
  appUrl: string;
  videoId: string;
  locale: Locale;
}

/** Returns where the buyer goes after paying, and after leaving the payment page: absolute URLs, in their language. */
export function makeCheckoutAddresses({ appUrl, videoId, locale }: Addresses) {
  return {
    successUrl: appUrl + localizePath("/checkout/return", locale),
    cancelUrl: appUrl + localizePath(`/watch/${videoId}?checkout=cancelled`, locale),
  };
}

/** Returns whether the query of a video's page says that its buyer left the payment page without paying. */
export function isCheckoutCancelled(search: string): boolean {
  return new URLSearchParams(search).get("checkout") === "cancelled";
}

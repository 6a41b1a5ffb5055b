import { expect, test } from "vitest";
import { isCheckoutCancelled, makeCheckoutAddresses } from "./payment-link";

test.each(["pt", "en"] as const)(
  "the address after leaving the payment page reports a cancelled checkout (%s)",
  (locale) => {
    const { cancelUrl } = makeCheckoutAddresses({ appUrl: "https://sabia.example", videoId: "1", locale });
    const url = new URL(cancelUrl);
    expect(url.pathname).toBe("/watch/1");
    expect(url.searchParams.get("lng")).toBe(locale === "en" ? "en" : null);
    expect(isCheckoutCancelled(url.search)).toBe(true);
  },
);

test.each(["", "?checkout=", "?checkout=paid", "?lng=en"])(
  "the query %j reports no cancelled checkout",
  (search) => {
    expect(isCheckoutCancelled(search)).toBe(false);
  },
);

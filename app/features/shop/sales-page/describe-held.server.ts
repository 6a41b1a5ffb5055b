import type { WatchButtonState } from "~/features/orders/checkout/watch-button-state";
import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";

export interface HeldNotice {
  title: string;
  text: string;
}

/**
 * Returns the explanation of a purchase that a pending payment of its course, or of a lesson of it, holds back;
 * undefined if none does. Translated on the server, as a coupon's refusal: few pages need it.
 */
export function describeHeld({ heldBy }: WatchButtonState, locale: Locale): HeldNotice | undefined {
  if (!heldBy) return undefined;
  const text = serverTexts[locale];
  const { title, isCourse } = heldBy;
  return {
    title: text("heldPurchase.title"),
    text: text(isCourse ? "heldPurchase.byCourse" : "heldPurchase.byLesson", { title }),
  };
}

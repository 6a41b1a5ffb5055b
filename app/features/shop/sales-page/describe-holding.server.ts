import type { Holding } from "~/features/orders/checkout/holding";
import { parseSeenPrice } from "~/features/orders/checkout/shown-price";
import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import { type Currency, formatMoney } from "~/i18n/money";

export interface PriceRiseNotice {
  title: string;
  text: string;
}

/**
 * Explains a price that rose while its page was open; undefined unless the address has a lower one. Translated on the
 * server, because few pages need it.
 */
export function describePriceRise(
  address: URL,
  price: { cents: number; currency: Currency },
  locale: Locale,
): PriceRiseNotice | undefined {
  const seenCents = parseSeenPrice(address, price.cents);
  if (seenCents === undefined) return undefined;
  const text = serverTexts[locale];
  const values = {
    before: formatMoney(seenCents, price.currency, locale),
    price: formatMoney(price.cents, price.currency, locale),
  };
  return { title: text("priceRise.title"), text: text("priceRise.text", values) };
}

/** Why a viewer may not watch or buy now, or lost access, and where they go on. */
export interface HoldingNotice {
  /** `wait`: a decision is pending; `ended`: the viewer had access. */
  kind: "wait" | "ended";
  title: string;
  text: string;
  link?: { to: string; label: string };
}

/**
 * Explains the viewer's status with a product, with a text for each reason; undefined if there is nothing to explain.
 * Translated on the server, because few pages need it.
 */
export function describeHolding(
  holding: Holding,
  { isForSale, isFree, locale }: { isForSale: boolean; isFree: boolean; locale: Locale },
): HoldingNotice | undefined {
  const text = serverTexts[locale];
  const purchases = { to: "/purchases", label: text("common.purchases") };
  switch (holding.kind) {
    case "held": {
      const { title, isCourse } = holding;
      return {
        kind: "wait",
        title: text("holdings.heldTitle"),
        text: text(isCourse ? "holdings.heldByCourse" : "holdings.heldByLesson", { title }),
      };
    }
    case "suspended": {
      const { by, title } = holding;
      const isTheirs = by === "purchase" || by === "course";
      return {
        kind: "wait",
        title: text(by === "gift" ? "holdings.suspendedGiftTitle" : "holdings.suspendedTitle"),
        text: `${text(`holdings.suspended_${by}`, { title })} ${text("holdings.suspendedUntil")}`,
        ...(isTheirs && { link: purchases }),
      };
    }
    case "none": {
      const { ended, removedFrom } = holding;
      if (removedFrom)
        return {
          kind: "ended",
          title: text("holdings.removedTitle"),
          text: text("holdings.removed", { title: removedFrom.title }),
          link: { to: `/watch/${removedFrom.id}`, label: text("holdings.toCourse") },
        };
      if (!ended) return undefined;
      const { why, title } = ended;
      const again = !isForSale ? "holdings.gone" : isFree ? "holdings.freeAgain" : "holdings.buyAgain";
      return {
        kind: "ended",
        title: text(`holdings.ended_${why}`),
        text: `${text(`holdings.endedText_${why}`, { title })} ${text(again)}`,
        ...(why !== "gift" && why !== "guest" && { link: purchases }),
      };
    }
    default:
      return undefined;
  }
}

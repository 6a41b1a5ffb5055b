import type { SaleStatus } from "~/features/ledger/sales/sale-status";

/** A product that is for sale, and what a buyer has of it. */
interface OfferedProduct {
  creator_id: string;
  price_cents: number;
  /** Whether the buyer has access now. */
  granted: boolean;
  /** The statuses of the buyer's own sales of it, without gifts and payments that were set aside. */
  statuses: readonly SaleStatus[];
}

/**
 * Returns why a buyer may not buy a product that is for sale; undefined if they may. That it is for sale at all is
 * decided when its row is locked (`lockShopVideo`), and a course beside its lessons afterwards.
 */
export function judgePurchase(
  { creator_id, price_cents, granted, statuses }: OfferedProduct,
  { buyerId, isGift }: { buyerId: string; isGift: boolean },
): "ownVideo" | "notFound" | "alreadyBought" | "disputed" | "paymentProcessing" | undefined {
  if (creator_id === buyerId) return "ownVideo";
  // A gift is for somebody else, whatever its buyer has.
  if (isGift) return price_cents === 0 ? "notFound" : undefined;
  if (granted) return "alreadyBought";
  // While a dispute is open the money may still come back here, and with it the access.
  if (statuses.includes("disputed")) return "disputed";
  return statuses.includes("processing") ? "paymentProcessing" : undefined;
}

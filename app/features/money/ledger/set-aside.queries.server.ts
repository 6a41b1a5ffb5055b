import { sql } from "kysely";

/**
 * SQL condition on `sales`: the sale holds back no purchase of one's own. It is a gift, or a payment on its way that
 * the buyer set aside to pay in another way, which may still arrive.
 */
export const isGiftOrSetAside = sql<boolean>`(sales.is_gift OR (sales.status = 'processing' AND sales.set_aside_at IS NOT NULL))`;

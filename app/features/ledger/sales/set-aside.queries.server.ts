import { sql } from "kysely";

/**
 * SQL condition on `sales`: a payment on its way that the buyer set aside to pay in another way. It may still arrive,
 * and holds back no other purchase.
 */
export const isSetAside = sql<boolean>`(sales.status = 'processing' AND sales.set_aside_at IS NOT NULL)`;

import { sql } from "kysely";

/**
 * What is for sale: published, not taken out by its creator, and neither it nor its creator suspended. The one condition of
 * the shop, word for word that of its index (videos_shop_idx).
 */
export const inShop = sql<boolean>`videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended`;

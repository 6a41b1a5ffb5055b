import { marketplacePath } from "~/features/shop/search/shop-filters";
import { topicSlugs } from "~/features/videos/listing/topic";

/**
 * The pages of the sitemap that are the same for everyone and have no video as their subject. The videos and creators
 * that it lists are those of `sitemap.queries.server.ts`.
 */
export const sitemapPages = [
  "/",
  "/marketplace",
  "/creator-register",
  "/consumer-login",
  "/terms",
  "/privacy",
  "/help",
  ...topicSlugs.map((topic) => marketplacePath({ topic })),
];

import { defaultLocale, type Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { showCards } from "./list-marketplace.server";
import { listShopVideos } from "./shop-videos.queries.server";
import type { ShelfVideo } from "./video-page";

/** Cards in a row of the watch page. */
const row = 4;

/** Returns the newest other videos of a creator, each with what Watch does for this viewer. */
export async function showOthersOf(
  services: Pick<Services, "db" | "clock">,
  viewer: { userId: string },
  video: { id: string; creatorId: string },
  locale: Locale = defaultLocale,
): Promise<ShelfVideo[]> {
  const { rows } = await listShopVideos(services.db, { creatorId: video.creatorId, most: row + 1 });
  const others = rows.filter(({ id }) => id !== video.id).slice(0, row);
  return others.length > 0 ? showCards(services, viewer, others, locale) : [];
}

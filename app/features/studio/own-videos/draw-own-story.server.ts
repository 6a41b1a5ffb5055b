import { formatPrice } from "~/features/base/money/money";
import { drawStoryPicture } from "~/features/shop/sharing/draw-story-picture.server";
import { readCover } from "~/features/shop/sharing/find-share-picture.server";
import type { Services } from "~/platform/services";
import { findSharedVideo } from "./shared-video.queries.server";

/** Returns a creator's own video as an upright JPEG for stories; undefined if it is not theirs or not for sale. */
export async function drawOwnStory(
  services: Pick<Services, "db" | "storage">,
  own: { creatorId: string; videoId: string },
): Promise<Buffer | undefined> {
  const video = await findSharedVideo(services.db, own);
  if (!video) return undefined;
  const { title, price_cents, currency, thumbnail_url } = video;
  const cover = await readCover(services, thumbnail_url);
  return drawStoryPicture({ cover, title, price: formatPrice(price_cents, currency) });
}

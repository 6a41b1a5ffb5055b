import { isOutage } from "~/platform/outage.server";
import type { Services } from "~/platform/services";
import { placeNewest, shelfSize, staveSize } from "./landing-covers";
import { countVideosInShop, listBestSellers, listNewestVideos } from "./landing-videos.queries.server";

export type LandingView = Awaited<ReturnType<typeof showLanding>>;

/**
 * Returns what the landing page shows of the shop. Without a database the page is shown without videos, and `onOutage`
 * is called.
 */
export async function showLanding(services: Pick<Services, "db">, onOutage: () => void) {
  try {
    return await readShop(services);
  } catch (error) {
    if (!isOutage(error)) throw error;
    onOutage();
    return { videosInShop: 0, shelf: [], stave: [] };
  }
}

/** Returns the four best sellers for the 404 page; none without a database. */
export async function showPopular({ db }: Pick<Services, "db">) {
  try {
    return await listBestSellers(db, 4);
  } catch (error) {
    if (!isOutage(error)) throw error;
    return [];
  }
}

async function readShop({ db }: Pick<Services, "db">) {
  // Some may have no picture: two more than the places.
  const [newest, videosInShop] = await Promise.all([
    listNewestVideos(db, shelfSize + staveSize + 2),
    countVideosInShop(db),
  ]);
  const { shelf, stave } = placeNewest(newest);
  return {
    videosInShop,
    shelf: shelf.map(({ created_at: _, ...video }) => video),
    stave: stave.map(({ id, title, thumbnail_url }) => ({ id, title, thumbnail_url })),
  };
}

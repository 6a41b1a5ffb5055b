import { listHoldings } from "~/features/orders/checkout/holdings.queries.server";
import { listOverview } from "~/features/playback/library/library.queries.server";
import { isOutage } from "~/platform/outage.server";
import type { Services } from "~/platform/services";
import {
  countVideosInShop,
  findFirstName,
  listBestSellers,
  listNewestVideos,
} from "./landing.queries.server";

// Covers in the hero, and cards on the shelf below.
const staveSize = 4;
const shelfSize = 4;

const minOnShelf = 3;

/** The first videos fill the shelf, the next with a picture the stave, completed from the shelf. */
export function placeNewest<Video extends { thumbnail_url: string | null }>(
  videos: readonly Video[],
): { shelf: Video[]; stave: Video[] } {
  const shelf = videos.length < minOnShelf ? [] : videos.slice(0, shelfSize);
  const pictured = [...videos.slice(shelf.length), ...shelf].filter((video) => video.thumbnail_url !== null);
  return { shelf, stave: pictured.slice(0, staveSize) };
}

export type LandingView = Awaited<ReturnType<typeof showLanding>>;

/** Without videos during an outage. */
export async function showLanding(services: Pick<Services, "db">, onOutage: () => void) {
  try {
    return await readShop(services);
  } catch (error) {
    if (!isOutage(error)) throw error;
    onOutage();
    return { videosInShop: 0, shelf: [], stave: [] };
  }
}

/** Empty during an outage. */
export async function showPopular({ db }: Pick<Services, "db">) {
  try {
    return await listBestSellers(db, 4);
  } catch (error) {
    if (!isOutage(error)) throw error;
    return [];
  }
}

async function readShop({ db }: Pick<Services, "db">) {
  // Two more, because some may have no picture.
  const [newest, videosInShop] = await Promise.all([
    listNewestVideos(db, shelfSize + staveSize + 2),
    countVideosInShop(db),
  ]);
  const { shelf, stave } = placeNewest(newest);
  return {
    videosInShop,
    shelf: shelf.map(({ created_at: _, creator_id: __, spoken_language: ___, ...video }) => video),
    stave: stave.map(({ id, title, thumbnail_url }) => ({ id, title, thumbnail_url })),
  };
}

const offered = 4;

export type LearnerView = NonNullable<Awaited<ReturnType<typeof showLearner>>>;

/** Started videos first. `name`: empty if unknown. */
export async function showLearner({ db, clock }: Pick<Services, "db" | "clock">, userId: string) {
  const [name, rows] = await Promise.all([
    findFirstName(db, userId),
    listOverview(db, { consumerId: userId, now: clock() }),
  ]);
  const begun = rows.filter(({ group_name }) => group_name === "going");
  const ready = rows.filter(({ group_name }) => group_name === "new");
  return {
    name,
    videos: [...begun, ...ready].slice(0, offered).map((row) => ({
      id: row.video_id,
      title: row.title,
      thumbnailUrl: row.thumbnail_url,
      creatorName: row.creator_name,
      isBegun: row.group_name === "going",
      watchedSeconds: row.watched_seconds ?? 0,
      seconds: row.duration_seconds,
    })),
  };
}

export async function listOwned(
  { db }: Pick<Services, "db">,
  consumerId: string,
  videos: readonly { id: string }[],
): Promise<string[]> {
  const holdings = await listHoldings(db, { userId: consumerId, videoIds: videos.map(({ id }) => id) });
  return [...holdings].filter(([, { kind }]) => kind === "has").map(([id]) => id);
}

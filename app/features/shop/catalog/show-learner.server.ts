import { listHoldings } from "~/features/orders/checkout/holdings.queries.server";
import { listOverview } from "~/features/playback/library/library.queries.server";
import type { Services } from "~/platform/services";
import { findFirstName } from "./learner.queries.server";

/** How many videos the landing page offers to go on with. */
const offered = 4;

export type LearnerView = NonNullable<Awaited<ReturnType<typeof showLearner>>>;

/**
 * Returns the data of the landing page for a signed-in person: their first name, the videos to continue, and then
 * those not begun. `name`: empty if unknown.
 */
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

/** Returns the ids of those of these videos that the person may watch already. */
export async function listOwned(
  { db }: Pick<Services, "db">,
  consumerId: string,
  videos: readonly { id: string }[],
): Promise<string[]> {
  const holdings = await listHoldings(db, { userId: consumerId, videoIds: videos.map(({ id }) => id) });
  return [...holdings].filter(([, { kind }]) => kind === "has").map(([id]) => id);
}

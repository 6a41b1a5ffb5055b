import { decideOwnVideoState } from "~/features/videos/media/stream-status";
import { decideMissingThumbnail } from "~/features/videos/pictures/thumbnail.server";
import type { Cursor } from "~/platform/keyset";
import type { Services } from "~/platform/services";
import type { Flash } from "~/platform/session/cookies.server";
import { listOwnVideos } from "./own-videos.queries.server";

/** `message`: the one that the page shows; it says whether a video was published just now. */
export async function showOwnVideos(
  { db, clock }: Pick<Services, "db" | "clock">,
  {
    creatorId,
    after,
    message,
  }: { creatorId: string; after: Cursor | undefined; message: Pick<Flash, "title"> | undefined },
) {
  const page = await listOwnVideos(db, { creatorId, after });
  const now = clock();
  const videos = page.rows.map((row) => {
    const { id, title, description, price_cents, currency, thumbnail_url, sold, awaited } = row;
    const { duration_seconds, sales_count, review_count, rating_total, views, conversion } = row;
    return {
      id,
      title,
      description,
      price_cents,
      currency,
      thumbnail_url,
      sold,
      awaited,
      duration_seconds,
      sales_count,
      review_count,
      rating_total,
      views,
      conversion,
      state: decideOwnVideoState(row),
      soldByIt: row.sold_by_it,
      selling: decideSelling(row),
      ladderFailure: row.ladder_failure,
      missingThumbnail: decideMissingThumbnail(row, now),
    };
  });
  return { videos, publishedNow: findPublishedNow(message, page.rows), next: page.next };
}

export type OwnVideo = Awaited<ReturnType<typeof showOwnVideos>>["videos"][number];

/** `aloneAgain`: no course that has it is for sale. */
export type Selling = "alone" | "inCourses" | "aloneAgain";

export function decideSelling(row: { sold_alone: boolean; selling_course: object | null }): Selling {
  if (row.sold_alone) return "alone";
  return row.selling_course ? "inCourses" : "aloneAgain";
}

interface OwnVideoDates {
  id: string;
  created_at: Date;
  published_at: Date | null;
}

/** Returns the id of the latest video if the message says that one was just published. */
export function findPublishedNow(
  message: Pick<Flash, "title"> | undefined,
  videos: readonly OwnVideoDates[],
): string | undefined {
  if (message?.title !== "videos.uploaded") return undefined;
  const dateOf = ({ published_at, created_at }: OwnVideoDates) => (published_at ?? created_at).getTime();
  return videos.toSorted((a, b) => dateOf(b) - dateOf(a))[0]?.id;
}

import { parseId } from "~/features/base/form-fields/record-id";
import type { Db } from "~/platform/db.server";
import { findReviewedVideo } from "./reviews.queries.server";
import { mayReview } from "./who-may-review.queries.server";

/** Finds a video whose reviews a viewer may read: it is for sale, or the viewer bought or created it. */
export async function findVideoForReviews(
  db: Db,
  viewer: { userId: string } | undefined,
  rawId: string | undefined,
) {
  const videoId = parseId(rawId);
  const video = videoId && (await findReviewedVideo(db, videoId));
  const seen =
    video &&
    (video.for_sale ||
      video.creator_id === viewer?.userId ||
      (viewer && (await mayReview(db, { videoId, userId: viewer.userId }))));
  return seen ? video : undefined;
}

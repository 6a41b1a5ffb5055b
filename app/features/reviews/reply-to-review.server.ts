import type { Services } from "~/platform/services";
import { setReply } from "./reviews.queries.server";

/** Writes a creator's reply to a review of their own video, in place of the one before. Returns false if there is no such review. */
export async function replyToReview(
  { db, clock }: Pick<Services, "db" | "clock">,
  reply: { videoId: string; reviewId: string; creatorId: string; text: string },
): Promise<boolean> {
  return setReply(db, { ...reply, now: clock() });
}

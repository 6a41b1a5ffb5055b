import type { Flash } from "~/platform/session/cookies.server";

/** How a video is sold: alone; only in courses; or alone again, as no course that has it is for sale. */
export type Selling = "alone" | "inCourses" | "aloneAgain";

/** Returns how a published video of a creator is sold now. */
export function decideSelling(row: { sold_alone: boolean; selling_course: object | null }): Selling {
  if (row.sold_alone) return "alone";
  return row.selling_course ? "inCourses" : "aloneAgain";
}

interface OwnVideoDates {
  id: string;
  created_at: Date;
  published_at: Date | null;
}

/**
 * Returns the id of the video that was published just before the page was asked for: where the message says that one
 * was, the one with the latest date. Undefined otherwise.
 */
export function findPublishedNow(
  message: Pick<Flash, "title"> | undefined,
  videos: readonly OwnVideoDates[],
): string | undefined {
  if (message?.title !== "videos.uploaded") return undefined;
  const dateOf = ({ published_at, created_at }: OwnVideoDates) => (published_at ?? created_at).getTime();
  return videos.toSorted((a, b) => dateOf(b) - dateOf(a))[0]?.id;
}

import type { Flash } from "~/platform/session/cookies.server";

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

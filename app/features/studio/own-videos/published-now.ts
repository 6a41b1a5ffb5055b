import type { Flash } from "~/platform/session/flash.server";

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

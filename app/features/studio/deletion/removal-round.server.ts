import type { Services } from "~/platform/services";
import { tryEach } from "~/platform/try-each";
import { postponeRemoval } from "./delete-video.queries.server";

/** Maximum duration of a round, in milliseconds: an unavailable store fails slowly, and mail waits behind it. */
const roundMs = 5 * 60_000;

/**
 * Removes due videos in turn. A failing removal is logged and requeued last, so that the next round starts with
 * others. `hiddenBefore`: when a video must have been hidden to be due. Throws the first failure at the end.
 */
export async function removeRound<Video extends { id: string }>(
  { db, log }: Pick<Services, "db" | "log">,
  videos: readonly Video[],
  { dueBefore, remove }: { dueBefore: Date; remove: (video: Video) => Promise<void> },
): Promise<void> {
  await tryEach(videos, remove, {
    maxMs: roundMs,
    onFailure: async (error, { id: videoId }) => {
      log.error({ err: error, videoId }, "what is left of a video could not be removed");
      await postponeRemoval(db, { videoId, dueBefore }).catch((failure: unknown) =>
        log.error({ err: failure, videoId }, "a removal could not be postponed"),
      );
    },
  });
}

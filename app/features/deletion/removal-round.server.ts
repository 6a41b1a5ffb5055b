import type { Services } from "~/platform/services";
import { tryEach } from "~/platform/try-each";
import { postponeRemoval } from "./delete-video.queries.server";

/** How long a round lasts at most, in milliseconds: a store that is away fails slowly, and mail waits behind it. */
const roundMs = 5 * 60_000;

/**
 * Removes what is due, one video after the other. What cannot be removed holds up no other: it is logged and goes behind
 * all that is due now, so that the next round, of which each takes the head of the line, begins with others.
 * Takes the time before which a video was hidden to be due. Throws the first failure once the rest was tried.
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

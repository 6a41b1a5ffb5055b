/** In milliseconds: an outage that lasts longer is shown to the creator. The queue goes on trying for another day. */
const shownAfterMs = 2 * 24 * 3_600_000;

/**
 * Decides whether a creator sees that their stored file could not be sent to the streaming service: at once where it
 * will be the same next time (`refused`), otherwise when it has failed for two days.
 */
export function isFailureShown({
  refused,
  since,
  now,
}: {
  refused: boolean;
  since: Date;
  now: Date;
}): boolean {
  return refused || now.getTime() - since.getTime() >= shownAfterMs;
}

/** A certificate is valid while its owner has the course, so a refund ends it (`isValid`, in the queries). */

/**
 * Returns whether the owner may correct the name on their certificate: once, and only while it is valid, that is while
 * they have the course. `correctedAt`: when the name was corrected; null if never.
 */
export function mayCorrectName({
  isValid,
  correctedAt,
}: {
  isValid: boolean;
  correctedAt: Date | null;
}): boolean {
  return isValid && correctedAt === null;
}

/** The share of each lesson that must have been watched for a certificate not to be called declared. */
const certifiedShare = 0.8;

/** The fastest playback of a player: less time than at this speed cannot have been spent on watching. */
const fastestRate = 2;

export interface CertifiedLesson {
  /** Length in seconds; null if unknown. */
  seconds: number | null;
  watchedSeconds: number;
}

/**
 * Returns whether a completion is only declared by the person: a lesson was not watched for 80 %, its length is
 * unknown, or less time has passed since they first had a lesson than watching takes. What was watched is reported by
 * the player.
 */
export function isDeclared(
  lessons: readonly CertifiedLesson[],
  { firstAccess, now }: { firstAccess: Date | undefined; now: Date },
): boolean {
  const isWatched = ({ seconds, watchedSeconds }: CertifiedLesson) =>
    seconds !== null && seconds > 0 && watchedSeconds >= seconds * certifiedShare;
  if (lessons.length === 0 || !firstAccess || !lessons.every(isWatched)) return true;
  const needed = lessons.reduce((sum, { seconds }) => sum + (seconds ?? 0) * certifiedShare, 0) / fastestRate;
  return (now.getTime() - firstAccess.getTime()) / 1000 < needed;
}

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

/** A proof of identity is asked for again when the last one is older than this, in minutes. */
export const proofMinutes = 10;

/** Returns whether a proof still counts. */
export function isRecentProof(provedAt: Date, now: Date): boolean {
  return now.getTime() - provedAt.getTime() <= proofMinutes * 60_000;
}

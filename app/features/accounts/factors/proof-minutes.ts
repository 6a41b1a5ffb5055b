/** A proof of identity is asked for again when the last one is older than this, in minutes. */
export const proofMinutes = 10;

/** As `proofMinutes`, for confirming payouts: one proof is enough for a sitting. */
export const payoutSittingMinutes = 30;

/** Returns whether a proof still counts. */
export function isRecentProof(provedAt: Date, now: Date, minutes = proofMinutes): boolean {
  return now.getTime() - provedAt.getTime() <= minutes * 60_000;
}

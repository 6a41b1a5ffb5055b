// What an erasure keeps is decided in `emptied-on-erasure.queries.server.ts`, and for how long in `retention.ts`.

/** For how many days an erasure can be revoked. */
export const erasureDays = 7;

/** In milliseconds: between the end of the waiting time and the erasure itself, for the mail about it to be sent. */
export const lastMailMs = 60 * 60_000;

/**
 * For how many days after a transfer to a creator the payee stays, also after the erasure of the account: the bank may
 * return it, and then it is owed again.
 */
export const payeeDays = 90;

export type ErasureStep =
  /** Nothing to do now: not asked for, revoked, not due or done. */
  | "nothing"
  /** The waiting time is over: the erasure can no longer be revoked. */
  | "begin"
  /** Begun: erase as soon as nothing holds it back. */
  | "erase";

export function decideErasureStep(
  erasure: { due_at: Date; begun_at: Date | null; finished_at: Date | null } | undefined,
  now: Date,
): ErasureStep {
  if (!erasure || erasure.finished_at) return "nothing";
  if (!erasure.begun_at) return erasure.due_at <= now ? "begin" : "nothing";
  return now.getTime() - erasure.begun_at.getTime() >= lastMailMs ? "erase" : "nothing";
}

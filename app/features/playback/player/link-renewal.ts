/** The response of `/watch/:videoId/link`. */
export interface FreshLink {
  src: string;
  /** An MP4 alternative when `src` is HLS. */
  mp4?: string;
  /** Links to all rungs, when `src` is a playlist of our own store. */
  rungs?: string[];
  secondsLeft: number;
}

/** Before its end by less than this, a link is renewed when the change is not noticeable, in milliseconds. */
const quietMs = 10 * 60_000;

/** Before its end by less than this, it is renewed in any case, in milliseconds: enough for several attempts. */
const urgentMs = 2 * 60_000;

/** Interval between attempts, in milliseconds. */
export const renewalRetryMs = 20_000;

/**
 * Returns whether to renew a player's link now. `leftMs`: its remaining time. `unnoticed`: the player is paused or
 * hidden.
 */
export function isRenewalDue(leftMs: number, unnoticed: boolean): boolean {
  return leftMs <= (unnoticed ? quietMs : urgentMs);
}

/** Adds the start position to a link (W3C Media Fragments), which works without script. */
export function startingAt(src: string, seconds: number): string {
  return seconds > 0 ? `${src}#t=${seconds}` : src;
}

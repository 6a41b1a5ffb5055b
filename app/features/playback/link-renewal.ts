/** What `/watch/:videoId/link` answers. */
export interface FreshLink {
  src: string;
  /** The same as an MP4, where `src` is HLS and there is one. */
  mp4?: string;
  /** How long it plays from now. */
  secondsLeft: number;
}

/** From when on before its end a link is replaced at a moment when nobody notices, in milliseconds. */
const quietMs = 10 * 60_000;

/** From when on it is replaced whatever the player does, in milliseconds: time enough for a few tries. */
const urgentMs = 2 * 60_000;

/** Between two tries, in milliseconds. */
export const renewalRetryMs = 20_000;

/**
 * Decides whether a player's link is to be replaced now. Takes how long the link still plays, in milliseconds, and
 * whether the player stands still or cannot be seen, so that the change shows nowhere.
 */
export function isRenewalDue(leftMs: number, unnoticed: boolean): boolean {
  return leftMs <= (unnoticed ? quietMs : urgentMs);
}

/** Adds to a link where to begin (W3C Media Fragments): browsers do so without script, too. */
export function startingAt(src: string, seconds: number): string {
  return seconds > 0 ? `${src}#t=${seconds}` : src;
}

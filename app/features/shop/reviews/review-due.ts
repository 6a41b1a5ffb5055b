import { countSeconds, type Ranges } from "~/features/playback/access/watch-tracker";

/** The share of a video after which its review is asked for. */
const dueShare = 0.7;

/**
 * Whether the watch page asks for a review: at the video's end, or once most of it was watched. `seconds`: length of
 * the video; null while unknown.
 */
export function isReviewDue(
  { ranges, isDone }: { ranges: Ranges; isDone: boolean },
  seconds: number | null,
): boolean {
  return isDone || (seconds !== null && seconds > 0 && countSeconds(ranges) >= seconds * dueShare);
}

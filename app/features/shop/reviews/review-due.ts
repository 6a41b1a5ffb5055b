import { countSeconds, type Ranges } from "~/features/playback/access/watch-tracker";

/** Watched share of a video after which a review is requested. */
const dueShare = 0.7;

/** Returns whether the watch page requests a review. `seconds`: length of the video; null while unknown. */
export function isReviewDue(
  { ranges, isDone }: { ranges: Ranges; isDone: boolean },
  seconds: number | null,
): boolean {
  return isDone || (seconds !== null && seconds > 0 && countSeconds(ranges) >= seconds * dueShare);
}

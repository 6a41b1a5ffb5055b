/**
 * Returns the index of the last cue that has begun at a time in milliseconds, which is shown as the present one; -1
 * before the first.
 */
export function findPresentCue(cues: readonly { from: number }[], at: number): number {
  let [low, high] = [0, cues.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle]?.from ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

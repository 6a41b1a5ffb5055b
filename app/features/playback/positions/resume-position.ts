/** Maximum position, in seconds: a week. */
export const longestSeconds = 604_800;

/**
 * A video left with at most this many seconds to go, or a short one with at most a twentieth, resumes at its start.
 * When a video counts as completed is another rule: `completion-rule.ts`.
 */
const creditsSeconds = 30;

/**
 * Returns the position to store, in whole seconds: 0 at the start and near the end. `duration`: NaN or Infinity if
 * unknown.
 */
export function decideResumePosition(currentTime: number, duration: number): number {
  const left = duration - currentTime;
  if (Number.isFinite(left) && left <= Math.min(creditsSeconds, duration / 20)) return 0;
  return Math.min(Math.floor(currentTime), longestSeconds);
}

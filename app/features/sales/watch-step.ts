/** What pressing Watch does for this person: sign in first, buy, or watch at once what is bought or their own. */
export type WatchStep = "login" | "buy" | "bought" | "own";

/** Decides it for one video. Takes the viewer's id where someone is signed in, and whether they have bought it. */
export function decideWatchStep(
  viewerId: string | undefined,
  video: { creatorId: string; bought: boolean },
): WatchStep {
  if (viewerId === undefined) return "login";
  if (viewerId === video.creatorId) return "own";
  return video.bought ? "bought" : "buy";
}

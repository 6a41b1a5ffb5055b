/**
 * What pressing Watch does for this person: sign in first, buy, see how their payment stands, or watch at once what is
 * bought or their own.
 */
export type WatchStep = "login" | "buy" | "paying" | "bought" | "own";

/** Decides it for one video. Takes the viewer's id where someone is signed in, and how far they are with buying it. */
export function decideWatchStep(
  viewerId: string | undefined,
  video: { creatorId: string; sale: "completed" | "processing" | undefined },
): WatchStep {
  if (viewerId === undefined) return "login";
  if (viewerId === video.creatorId) return "own";
  if (video.sale === "completed") return "bought";
  return video.sale === "processing" ? "paying" : "buy";
}

/**
 * What pressing Watch does for this person: sign in first, buy, see how their payment or its dispute stands, or watch at
 * once what is bought or their own.
 */
export type WatchStep = "login" | "buy" | "paying" | "disputed" | "bought" | "own";

/** Decides it for one video. Takes the viewer's id where someone is signed in, and how far they are with buying it. */
export function decideWatchStep(
  viewerId: string | undefined,
  video: { creatorId: string; sale: "completed" | "processing" | "disputed" | undefined },
): WatchStep {
  if (viewerId === undefined) return "login";
  if (viewerId === video.creatorId) return "own";
  if (video.sale === "completed") return "bought";
  if (video.sale === "disputed") return "disputed";
  return video.sale === "processing" ? "paying" : "buy";
}

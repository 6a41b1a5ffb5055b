/**
 * What the Watch button does: sign in, buy, show the status of a payment or its dispute, or play a video that is bought
 * or the viewer's own.
 */
export type WatchStep = "login" | "buy" | "paying" | "disputed" | "bought" | "own";

/** Decides the step for one video. `viewerId`: undefined where nobody is signed in; `sale`: of this viewer. */
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

/**
 * What the Watch button does: sign in, buy, show the status of a payment or its dispute, or play a video that the
 * viewer has access to, or their own.
 */
export type WatchStep = "login" | "buy" | "paying" | "disputed" | "bought" | "own";

/**
 * Decides the step for one video. `viewerId`: undefined where nobody is signed in; `granted`, `sale`: this viewer's
 * access and sale.
 */
export function decideWatchStep(
  viewerId: string | undefined,
  video: { creatorId: string; granted: boolean; sale: "processing" | "disputed" | undefined },
): WatchStep {
  if (viewerId === undefined) return "login";
  if (viewerId === video.creatorId) return "own";
  if (video.granted) return "bought";
  if (video.sale === "disputed") return "disputed";
  return video.sale === "processing" ? "paying" : "buy";
}

/**
 * What the Watch button does: sign in, buy, show the status of a payment or its dispute, or play a video that the
 * viewer has access to, or their own. `held`: a payment of its course or of a lesson of it comes first.
 */
export type WatchStep = "login" | "buy" | "held" | "paying" | "disputed" | "bought" | "own";

/**
 * Decides the step for one video. `viewerId`: undefined where nobody is signed in; `granted`, `sale`, `held`: this
 * viewer's access and sale, and whether they have a pending payment of its course or of a lesson of it.
 */
export function decideWatchStep(
  viewerId: string | undefined,
  video: { creatorId: string; granted: boolean; sale: "processing" | "disputed" | undefined; held: boolean },
): WatchStep {
  if (viewerId === undefined) return "login";
  if (viewerId === video.creatorId) return "own";
  if (video.granted) return "bought";
  if (video.sale === "disputed") return "disputed";
  if (video.sale === "processing") return "paying";
  return video.held ? "held" : "buy";
}

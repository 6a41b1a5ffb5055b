import type { LoaderFunctionArgs } from "@remix-run/node";
import { drawOwnStory, storyLimit } from "~/features/studio/own-videos/show-shared-video.server";
import { fileCaching } from "~/server/answer-file.server";
import { requireCreator, requireId } from "~/server/guards.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const videoId = requireId(params.videoId);
  const taken = await context.services.rateLimits.take(storyLimit, creatorId);
  if (!taken.ok)
    throw new Response(null, { status: 429, headers: { "Retry-After": String(taken.retryAfterSeconds) } });
  const picture = await drawOwnStory(context.services, { creatorId, videoId });
  if (!picture) throw new Response(null, { status: 404 });
  return new Response(new Uint8Array(picture), {
    headers: {
      "Content-Type": "image/jpeg",
      "Content-Disposition": 'attachment; filename="story.jpg"',
      "Cache-Control": fileCaching,
    },
  });
}

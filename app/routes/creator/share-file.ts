import type { LoaderFunctionArgs } from "@remix-run/node";
import { drawOwnStory, storyLimit, writeQrFile } from "~/features/studio/own-videos/show-shared-video.server";
import { fileCaching } from "~/server/answer-file.server";
import { requireCreator, requireId } from "~/server/guards.server";

/** `qr.svg` and `story.jpg` of an own video. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const own = { creatorId, videoId: requireId(params.videoId) };
  if (new URL(request.url).pathname.endsWith("/qr.svg"))
    return send(await writeQrFile(context.services, own), "image/svg+xml", "qr.svg");
  const taken = await context.services.rateLimits.take(storyLimit, creatorId);
  if (!taken.ok)
    throw new Response(null, { status: 429, headers: { "Retry-After": String(taken.retryAfterSeconds) } });
  const picture = await drawOwnStory(context.services, own);
  return send(picture && new Uint8Array(picture), "image/jpeg", "story.jpg");
}

function send(file: string | Uint8Array<ArrayBuffer> | undefined, type: string, name: string): Response {
  if (!file) throw new Response(null, { status: 404 });
  return new Response(file, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": fileCaching,
    },
  });
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { writeQrFile } from "~/features/studio/own-videos/show-shared-video.server";
import { parseId } from "~/platform/forms/record-id";
import { fileCaching } from "~/server/answer-file.server";
import { requireCreator } from "~/server/guards.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const videoId = parseId(params.videoId);
  const file = videoId && (await writeQrFile(context.services, { creatorId, videoId }));
  if (!file) throw new Response(null, { status: 404 });
  return new Response(file, {
    headers: {
      "Content-Type": "image/svg+xml",
      "Content-Disposition": 'attachment; filename="qr.svg"',
      "Cache-Control": fileCaching,
    },
  });
}

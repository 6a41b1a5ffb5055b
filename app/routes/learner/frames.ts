import { buffer } from "node:stream/consumers";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { openFrames } from "~/features/playback/player/show-playlist.server";
import { parseId } from "~/platform/forms/record-id";
import { requireViewer } from "~/server/guards.server";

/** 200; 403 for those who may not watch, 404 without frames. Has no signed link that could be passed on. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const videoId = parseId(params.videoId);
  if (!videoId) return new Response(null, { status: 403 });
  const opened = await openFrames(context.services, viewer, videoId);
  if (!opened.ok) return new Response(null, { status: opened.error === "mayNotWatch" ? 403 : 404 });
  const { body, contentType } = opened.file;
  return new Response(await buffer(body), {
    headers: { "Content-Type": contentType, "Cache-Control": "private, max-age=3600" },
  });
}

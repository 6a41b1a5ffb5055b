import type { LoaderFunctionArgs } from "@remix-run/node";
import { showRungPlaylist } from "~/features/playback/player/show-playlist.server";
import { parseShortSide } from "~/features/videos/media/rungs";
import { parseId } from "~/platform/forms/record-id";
import { requireViewer } from "~/server/guards.server";

/** The link lasts under an hour. 403 without access, 404 for an unknown rung, 503 without a signature. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const videoId = parseId(params.videoId);
  if (!videoId) return new Response(null, { status: 403 });
  const shortSide = parseShortSide(params.height ?? "");
  const { services, log } = context;
  const shown = await showRungPlaylist(services, viewer, { videoId, shortSide }).catch((error: unknown) => {
    log.error({ err: error, videoId }, "no link could be signed");
    return undefined;
  });
  if (!shown) return new Response(null, { status: 503 });
  if (!shown.ok) return new Response(null, { status: shown.error === "mayNotWatch" ? 403 : 404 });
  return new Response(shown.playlist, {
    headers: { "Content-Type": "application/vnd.apple.mpegurl", "Cache-Control": "private, no-store" },
  });
}

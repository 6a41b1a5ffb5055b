import type { LoaderFunctionArgs } from "@remix-run/node";
import { deviceOf } from "~/features/playback/access/find-watch-access.server";
import { placeOf } from "~/features/playback/access/watch-access";
import { showMasterPlaylist, showRungPlaylist } from "~/features/playback/player/show-playlist.server";
import { parseShortSide } from "~/features/videos/media/rungs";
import { parseId } from "~/platform/forms/record-id";
import { requireViewer } from "~/server/guards.server";

/**
 * The master playlist, or with `height` that of a rung, whose link lasts under an hour. 403 for those who may not watch,
 * 404 without one, 503 without a signature.
 */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const videoId = parseId(params.videoId);
  if (!videoId) return new Response(null, { status: 403 });
  const { services, log } = context;
  const isMaster = params.height === undefined;
  const shown = isMaster
    ? await showMasterPlaylist(services.db, viewer, {
        videoId,
        savesData: request.headers.get("Save-Data") === "on",
        from: { place: placeOf(viewer), ...deviceOf(context, request) },
      })
    : await showRungPlaylist(services, viewer, {
        videoId,
        shortSide: parseShortSide(params.height ?? ""),
      }).catch((error: unknown) => {
        log.error({ err: error, videoId }, "no link could be signed");
        return undefined;
      });
  if (!shown) return new Response(null, { status: 503 });
  if (!shown.ok) return new Response(null, { status: shown.error === "mayNotWatch" ? 403 : 404 });
  return new Response(shown.playlist, {
    headers: {
      "Content-Type": "application/vnd.apple.mpegurl",
      "Cache-Control": "private, no-store",
      ...(isMaster && { Vary: "Save-Data" }),
    },
  });
}

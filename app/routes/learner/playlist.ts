import type { LoaderFunctionArgs } from "@remix-run/node";
import { deviceOf } from "~/features/playback/access/find-watch-access.server";
import { placeOf } from "~/features/playback/access/watch-access";
import { showMasterPlaylist } from "~/features/playback/player/show-playlist.server";
import { parseId } from "~/platform/forms/record-id";
import { requireViewer } from "~/server/guards.server";

/** 200; 403 for those who may not watch, 404 without one. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const videoId = parseId(params.videoId);
  if (!videoId) return new Response(null, { status: 403 });
  const savesData = request.headers.get("Save-Data") === "on";
  const shown = await showMasterPlaylist(context.services.db, viewer, {
    videoId,
    savesData,
    from: { place: placeOf(viewer), ...deviceOf(context, request) },
  });
  if (!shown.ok) return new Response(null, { status: shown.error === "mayNotWatch" ? 403 : 404 });
  return new Response(shown.playlist, {
    headers: {
      "Content-Type": "application/vnd.apple.mpegurl",
      "Cache-Control": "private, no-store",
      Vary: "Save-Data",
    },
  });
}

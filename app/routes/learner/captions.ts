import type { LoaderFunctionArgs } from "@remix-run/node";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { writeVtt } from "~/features/videos/lesson-files/caption-files";
import { findCues } from "~/features/videos/lesson-files/captions.queries.server";
import { parseLanguage } from "~/features/videos/listing/spoken-language";
import { parseId } from "~/platform/forms/record-id";
import { requireViewer } from "~/server/guards.server";

/** As WebVTT; 404 for those who may not watch. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const { db } = context.services;
  const videoId = parseId(params.videoId);
  const language = parseLanguage(params.language ?? "");
  const { access } = videoId ? await findWatchAccess(db, viewer, videoId) : { access: "notFound" };
  const mayWatch = access === "owner" || access === "bought";
  const cues = videoId && language && mayWatch ? await findCues(db, { videoId, language }) : undefined;
  if (!cues) return new Response(null, { status: 404 });
  return new Response(writeVtt(cues), {
    headers: { "Content-Type": "text/vtt; charset=utf-8", "Cache-Control": "private, no-store" },
  });
}

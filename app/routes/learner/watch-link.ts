import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { deviceOf } from "~/features/playback/access/find-watch-access.server";
import { freshLinkLimit, playVideo } from "~/features/playback/player/play-video.server";
import { signRungs } from "~/features/playback/player/show-playlist.server";
import type { FreshLink } from "~/features/playback/player/use-fresh-link";
import { playlistPath } from "~/features/videos/media/write-playlist";
import { serverTexts } from "~/i18n/i18next.server";
import { decideLocale } from "~/i18n/page-language";
import { parseId } from "~/platform/forms/record-id";
import { goTo } from "~/platform/responses.server";
import { requireViewer } from "~/server/guards.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  throw await goTo(`/watch/${parseId(params.videoId) ?? ""}`, { request, context });
}

/**
 * Renews an expiring player link (product.md, Constants): 200 with a `FreshLink`, 429 with Retry-After, 503 if no link
 * can be created, else 404, also for a place that has to stop. A POST, so that it is neither cached nor sent by other
 * sites.
 */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const videoId = parseId(params.videoId);
  const taken = await context.services.rateLimits.take(freshLinkLimit, viewer.userId);
  if (!taken.ok) {
    const text = serverTexts[decideLocale(new URL(request.url))]("watch.tooManyLinks");
    return new Response(text, { status: 429, headers: { "Retry-After": String(taken.retryAfterSeconds) } });
  }
  const from = { ...deviceOf(context, request), isNew: false };
  const watched = videoId ? await playVideo(context.services, viewer, videoId, { from }) : undefined;
  if (!watched || !("player" in watched)) return new Response(null, { status: 404 });
  const { player } = watched;
  if (player.kind === "unavailable") return new Response(null, { status: 503 });
  if (player.kind === "stream") {
    const { hls, mp4, secondsLeft } = player;
    return Response.json({ src: hls, ...(mp4 ? { mp4 } : {}), secondsLeft } satisfies FreshLink);
  }
  if (player.kind !== "file" || player.secondsLeft === null) return new Response(null, { status: 404 });
  const { src, secondsLeft, hasLadder, sound } = player;
  if (!videoId || !hasLadder) return Response.json({ src, secondsLeft } satisfies FreshLink);
  const rungs = await signRungs(context.services, viewer, videoId);
  const link = { src: playlistPath(videoId), mp4: src, rungs, secondsLeft, ...(sound ? { sound } : {}) };
  return Response.json(link satisfies FreshLink);
}

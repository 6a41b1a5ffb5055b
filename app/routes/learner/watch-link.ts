import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { freshLinkLimit } from "~/features/accounts/sign-in-limits";
import { parseId } from "~/features/fields/record-id";
import type { FreshLink } from "~/features/playback/link-renewal";
import { playVideo } from "~/features/playback/play-video.server";
import { serverTexts } from "~/i18n/i18next.server";
import { decideLocale } from "~/i18n/locale";
import { goTo } from "~/platform/responses.server";
import { requireViewer } from "~/server/guards.server";

/** Opened by hand: the video itself. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  throw await goTo(`/watch/${parseId(params.videoId) ?? ""}`, { request, context });
}

/**
 * Returns a fresh link for a player whose own is about to end (product.md, Constants), for whoever may still watch: 200 with
 * a `FreshLink`; 429 with the time to wait to one who asks too often; 404 to everyone else and for a video that has no such
 * link, 503 where none can be
 * made now. A POST, so that it is never stored and never asked for from elsewhere.
 */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const videoId = parseId(params.videoId);
  const taken = await context.services.rateLimits.take(freshLinkLimit, viewer.userId);
  if (!taken.ok) {
    const text = serverTexts[decideLocale(new URL(request.url))]("watch.tooManyLinks");
    return new Response(text, { status: 429, headers: { "Retry-After": String(taken.retryAfterSeconds) } });
  }
  const watched = videoId ? await playVideo(context.services, viewer, videoId) : undefined;
  if (!watched || !("player" in watched)) return new Response(null, { status: 404 });
  const { player } = watched;
  if (player.kind === "unavailable") return new Response(null, { status: 503 });
  if (player.kind === "stream") {
    const { hls, mp4, secondsLeft } = player;
    return Response.json({ src: hls, ...(mp4 ? { mp4 } : {}), secondsLeft } satisfies FreshLink);
  }
  if (player.kind !== "file" || player.secondsLeft === null) return new Response(null, { status: 404 });
  return Response.json({ src: player.src, secondsLeft: player.secondsLeft } satisfies FreshLink);
}

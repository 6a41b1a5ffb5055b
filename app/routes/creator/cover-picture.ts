import type { LoaderFunctionArgs } from "@remix-run/node";
import { parseCoverChoice } from "~/features/videos/pictures/cover-form";
import { coverPictureLimit, drawCover } from "~/features/videos/pictures/draw-cover.server";
import { serverTexts } from "~/i18n/i18next.server";
import { decideLocale } from "~/i18n/page-language";
import { requireCreator } from "~/server/guards.server";

/** In pixels: twice what a phone shows. */
const previewWidth = 800;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const choice = parseCoverChoice(Object.fromEntries(new URL(request.url).searchParams));
  if (!choice) return new Response(null, { status: 404 });
  const taken = await context.services.rateLimits.take(coverPictureLimit, userId);
  if (!taken.ok) {
    const text = serverTexts[decideLocale(new URL(request.url))]("covers.notDrawn");
    return new Response(text, { status: 429, headers: { "Retry-After": String(taken.retryAfterSeconds) } });
  }
  return new Response(new Uint8Array(await drawCover(choice, previewWidth)), {
    headers: { "Content-Type": "image/png", "Cache-Control": "private, max-age=3600" },
  });
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { keepMedia, saveUnpublished } from "~/features/studio/uploads/keep-unpublished.server";
import { mediaLimit, saveLimit } from "~/features/studio/uploads/upload-limits";
import { readForm } from "~/platform/forms/forms.server";
import { BrokenForm } from "~/platform/forms/multipart.server";
import { isOutage } from "~/platform/outage.server";
import { goTo } from "~/platform/responses.server";
import { requireCreator, requireId } from "~/server/guards.server";

const statuses = { gone: 410, changed: 409, tooLong: 400 } as const;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireCreator({ request, context });
  return goTo(`/creator/videos/${requireId(params.videoId)}/edit`, { request, context });
}

/** By script while the form is filled in: texts, or pictures or a trailer. Answers by status and JSON. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const ownVideo = { creatorId, videoId: requireId(params.videoId) };
  const isMedia = request.headers.get("Content-Type")?.startsWith("multipart/form-data") ?? false;
  const taken = await context.services.rateLimits.take(isMedia ? mediaLimit : saveLimit, creatorId);
  if (!taken.ok)
    return new Response(null, { status: 429, headers: { "Retry-After": String(taken.retryAfterSeconds) } });
  if (!isMedia) {
    const saved = await saveUnpublished(context.services, ownVideo, await readForm(request));
    return Response.json(saved, { status: saved.ok ? 200 : statuses[saved.error] });
  }
  try {
    const media = await keepMedia(context.services, ownVideo, request);
    const status = media.ok ? 200 : media.error === "drafts.gone" ? statuses.gone : 400;
    return Response.json(media, { status });
  } catch (error) {
    if (error instanceof BrokenForm) return new Response(null, { status: 400 });
    if (!isOutage(error)) throw error;
    context.log.error(
      { err: error, ...ownVideo },
      "a picture or trailer of an unpublished video could not be kept",
    );
    return new Response(null, { status: 503 });
  }
}

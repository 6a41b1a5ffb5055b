import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refuseManyUploads } from "~/features/base/accounts/try-limits.server";
import { changeUnpublished } from "~/features/studio/own-videos/change-unpublished.server";
import { findEditableVideo } from "~/features/studio/own-videos/edit-video.queries.server";
import { editVideo } from "~/features/studio/own-videos/edit-video.server";
import { type EditRefusal, EditVideoPage } from "~/features/studio/own-videos/edit-video-page";
import { showVideoToEdit } from "~/features/studio/own-videos/show-video-to-edit.server";
import type { OwnVideo } from "~/features/studio/uploads/unpublished.queries.server";
import { isUnpublished } from "~/features/studio/uploads/unpublished.queries.server";
import { type ChaptersProblem, describeProblem, readChapters } from "~/features/videos/lesson-files/chapters";
import { allowOffline } from "~/features/videos/listing/offline-switch.queries.server";
import { creatorTitle } from "~/i18n/creator-titles";
import { decideLocale } from "~/i18n/page-language";
import { readForm } from "~/platform/forms/forms.server";
import { BrokenForm } from "~/platform/forms/multipart.server";
import { parseId } from "~/platform/forms/record-id";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import type { Flash } from "~/platform/session/cookies.server";
import { requireCreator } from "~/server/guards.server";

export const meta: MetaFunction = (page) => creatorTitle(page, "editVideo");

export const headers = retryAfterHeaders;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const videoId = parseId(params.videoId);
  const locale = decideLocale(new URL(request.url));
  const video = videoId && (await showVideoToEdit(context.services, { creatorId: userId, videoId }, locale));
  if (!video) throw new Response(null, { status: 404 });
  return video;
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const { services, log } = context;
  const videoId = parseId(params.videoId);
  const ownVideo = videoId && { creatorId: userId, videoId };
  // Before the form is read, so that nobody uploads a picture for another creator's video.
  const before = ownVideo && (await findEditableVideo(services.db, ownVideo));
  if (!before) throw new Response(null, { status: 404 });
  try {
    if (request.headers.get("Content-Type")?.startsWith("application/x-www-form-urlencoded"))
      return await setOffline({ request, context }, ownVideo);
    const refused = await refuseManyUploads(context, userId, request);
    if (refused) return data<EditRefusal>(refused.problem, refused);
    if (await isUnpublished(services.db, ownVideo)) return await change({ request, context }, ownVideo);
    const edited = await editVideo({ ...services, log }, ownVideo, request);
    if (edited.ok) {
      const read = readChapters(edited.description, before.duration_seconds ?? undefined);
      const flash = {
        tone: "success",
        title: "creator.edited",
        ...(read.ok ? {} : flashOf(read.problem)),
      } as const;
      return goTo("/creator/videos", { request, context, flash });
    }
    if (edited.error === "notFound") throw new Response(null, { status: 404 });
    if (edited.error === "failed") return refuse({ ...edited.problem, failure: edited.failure }, 503);
    return refuse(edited.problem, 400);
  } catch (error) {
    if (!(error instanceof BrokenForm)) throw error;
    log.info({ err: error }, "an edit broke off");
    const failure = { step: "creator.editBroken", reason: "videos.uploadUnknown" } as const;
    return refuse({ errors: {}, values: {}, failure }, 400);
  }
}

async function change(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  ownVideo: OwnVideo,
) {
  const changed = await changeUnpublished({ ...context.services, log: context.log }, ownVideo, request);
  const page = `/creator/videos/${ownVideo.videoId}`;
  if (changed.ok && changed.step === "published") {
    const flash = { tone: "success", title: "videos.uploaded" } as const;
    return goTo(`${page}/share`, { request, context, flash });
  }
  if (changed.ok && changed.step === "waiting" && changed.for === "stream") {
    const flash = {
      tone: "success",
      title: "videos.uploaded",
      description: "videos.uploadedProcessing",
    } as const;
    return goTo("/creator/videos", { request, context, flash });
  }
  if (changed.ok && changed.step === "waiting" && changed.for === "store") {
    const flash = { tone: "info", title: "uploads.waitsForStore" } as const;
    return goTo("/creator/videos", { request, context, flash });
  }
  if (changed.ok) return goTo(`${page}/edit`, { request, context });
  if (changed.error === "notFound") throw new Response(null, { status: 404 });
  if (changed.error === "failed") return refuse({ ...changed.problem, failure: changed.failure }, 503);
  return refuse(changed.problem, 400);
}

/** A course's lessons follow it. */
async function setOffline(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  ownVideo: OwnVideo,
) {
  const { intent, allowed = "" } = await readForm(request);
  if (intent !== "offline" || !/^[01]$/.test(allowed)) throw new Response(null, { status: 400 });
  const { creatorId, videoId: productId } = ownVideo;
  await allowOffline(context.services.db, { creatorId, productId, allowed: allowed === "1" });
  const flash = { tone: "success", title: "creator.offline.saved" } as const;
  return goTo(`/creator/videos/${productId}/edit`, { request, context, flash });
}

function flashOf(problem: ChaptersProblem): Pick<Flash, "description" | "values"> {
  const { key, values } = describeProblem(problem);
  return { description: key, values };
}

function refuse(refusal: EditRefusal, status: number) {
  return data<EditRefusal>(refusal, { status });
}

export default function EditVideo() {
  const video = useLoaderData<typeof loader>();
  return <EditVideoPage key={video.id} video={video} result={useActionData<typeof action>()} />;
}

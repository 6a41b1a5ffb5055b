import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { refuseManyUploads } from "~/features/base/accounts/try-limits.server";
import { AddAttachments, AttachmentList } from "~/features/studio/own-videos/attachments-list";
import { changeAttachments } from "~/features/studio/own-videos/change-attachments.server";
import { findEditableVideo } from "~/features/studio/own-videos/edit-video.queries.server";
import { listAttachments } from "~/features/videos/lesson-files/attachments.queries.server";
import { creatorTitle } from "~/i18n/creator-titles";
import type { MessageKey } from "~/i18n/message-key";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { StorageError } from "~/integrations/storage/storage";
import { BrokenForm } from "~/platform/forms/multipart.server";
import { parseId } from "~/platform/forms/record-id";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { requireCreator } from "~/server/guards.server";
import { FormError, showFields } from "~/ui/forms/form-error";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = (page) => creatorTitle(page, "attachments");

export const headers = retryAfterHeaders;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const { db } = context.services;
  const videoId = parseId(params.videoId);
  const video = videoId && (await findEditableVideo(db, { creatorId: userId, videoId }));
  if (!video) throw new Response(null, { status: 404 });
  return { video: { id: video.id, title: video.title }, files: await listAttachments(db, video.id) };
}

interface Refusal {
  errors: Record<string, MessageKey>;
  values: Record<string, string>;
  fileName?: string;
}

const done = {
  add: "creator.filesSaved",
  rename: "creator.filesRenamed",
  delete: "creator.filesDeleted",
} as const;

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const { services, log } = context;
  const videoId = parseId(params.videoId);
  const ownVideo = videoId && { creatorId: userId, videoId };
  // Before the form is read, so that nobody uploads a file for another creator's video.
  if (!ownVideo || !(await findEditableVideo(services.db, ownVideo)))
    throw new Response(null, { status: 404 });
  const broken = (form: MessageKey, status: number) =>
    data<Refusal>({ errors: { form }, values: {} }, { status });
  try {
    const refused = await refuseManyUploads(context, userId, request);
    if (refused) return data<Refusal>(refused.problem, refused);
    const changed = await changeAttachments(services, ownVideo, request);
    if (changed.ok) {
      const flash = { tone: "success", title: done[changed.intent] } as const;
      return goTo(`/creator/videos/${videoId}/files`, { request, context, flash });
    }
    if (changed.error === "notFound") throw new Response(null, { status: 404 });
    const { problem, fileName } = changed;
    return data<Refusal>({ ...problem, ...(fileName ? { fileName } : {}) }, { status: 400 });
  } catch (error) {
    if (error instanceof BrokenForm) {
      log.info({ err: error }, "an upload of files broke off");
      return broken("creator.editBroken", 400);
    }
    if (!(error instanceof StorageError)) throw error;
    log.error({ err: error }, "files of a video could not be stored");
    return broken("creator.filesStoreDown", 503);
  }
}

export default function Attachments() {
  const { video, files } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { formData } = useNavigation();
  const t = useText();
  const linkTo = useLinkTo();
  const { errorOf } = showFields(result, t);
  const pending = (intent: string, id?: string) =>
    formData?.get("intent") === intent && (id === undefined || formData.get("fileId") === id);
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        above={<BackLink {...linkTo(`/creator/videos/${video.id}/edit`)}>{video.title}</BackLink>}
        title={t("creator.filesTitle")}
        description={t("creator.filesIntro")}
        className="mb-8"
      />
      {errorOf("form") && <FormError>{errorOf("form")}</FormError>}
      <AttachmentList videoId={video.id} files={files} refused={result} errorOf={errorOf} pending={pending} />
      <AddAttachments
        count={files.length}
        error={errorOf("file")}
        refusedName={result?.fileName}
        saving={pending("add")}
      />
    </div>
  );
}

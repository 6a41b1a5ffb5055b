import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { refuseManyUploads } from "~/features/accounts/profile/edit-limit.server";
import { formatBytes } from "~/features/base/files/data-size";
import { usePickerTexts } from "~/features/base/files/use-picker-texts";
import { parseId } from "~/features/base/form-fields/record-id";
import { changeAttachments } from "~/features/studio/own-videos/change-attachments.server";
import { findEditableVideo } from "~/features/studio/own-videos/edit-video.queries.server";
import { attachmentNameMax } from "~/features/videos/attachments/attachment-name";
import { attachmentAccept, maxAttachments } from "~/features/videos/attachments/attachment-rules";
import { listAttachments } from "~/features/videos/attachments/attachments.queries.server";
import { creatorTitle } from "~/i18n/creator-titles";
import type { MessageKey } from "~/i18n/message-key";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { StorageError } from "~/integrations/storage/storage-error";
import { BrokenForm } from "~/platform/forms/multipart.server";
import { goTo } from "~/platform/responses.server";
import { retryAfterHeaders } from "~/platform/retry-after-headers";
import { requireCreator } from "~/server/guards.server";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/forms/field";
import { FileField } from "~/ui/forms/file-field";
import { FormError } from "~/ui/forms/form-error";
import { Notice } from "~/ui/notice";
import { BackLink } from "~/ui/page-frame/back-link";
import { PageHeader } from "~/ui/page-frame/page-header";
import { TextLink } from "~/ui/text-link";

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
  const own = videoId && { creatorId: userId, videoId };
  // Checked before the form is read, so that nobody uploads a file for another creator's video.
  if (!own || !(await findEditableVideo(services.db, own))) throw new Response(null, { status: 404 });
  const broken = (form: MessageKey, status: number) =>
    data<Refusal>({ errors: { form }, values: {} }, { status });
  try {
    const refused = await refuseManyUploads(context, userId, request);
    if (refused) return data<Refusal>(refused.problem, refused);
    const changed = await changeAttachments(services, own, request);
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

/** The files that come with an own video (docs/decisions/0205-attachments.md). */
export default function Attachments() {
  const { video, files } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const locale = useLocale();
  const { formData } = useNavigation();
  const t = useText();
  const linkTo = useLinkTo();
  const errorOf = (field: string) => {
    const key = result?.errors[field];
    return key && t(key);
  };
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
      {files.length === 0 ? (
        <p className="text-ink-soft">{t("creator.filesNone")}</p>
      ) : (
        <ul className="space-y-4">
          {files.map(({ id, name, kind, bytes }) => (
            <li key={id}>
              <Card className="p-4 sm:p-5">
                <h2 className="text-lg break-words">{name}</h2>
                <p className="text-sm text-ink-soft tabular-nums">
                  {kind.toUpperCase()} · {formatBytes(bytes, locale)}
                </p>
                <Form
                  method="post"
                  encType="multipart/form-data"
                  className="mt-3 flex flex-wrap items-end gap-x-3 gap-y-2"
                >
                  <input type="hidden" name="fileId" value={id} />
                  <Field
                    id={`name-${id}`}
                    name="name"
                    label={t("creator.filesName")}
                    error={result?.values.fileId === id ? errorOf("name") : undefined}
                    defaultValue={(result?.values.fileId === id && result.values.name) || name}
                    maxLength={attachmentNameMax}
                    required
                    className="min-w-0 flex-1 basis-56"
                  />
                  <Button
                    name="intent"
                    value="rename"
                    variant="secondary"
                    pending={pending("rename", id)}
                    aria-label={t("creator.filesRenameOf", { name })}
                  >
                    {t("creator.filesRename")}
                  </Button>
                </Form>
                <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
                  <TextLink {...linkTo(`/watch/${video.id}/files/${id}`)} reloadDocument>
                    {t("creator.filesOpen", { name })}
                  </TextLink>
                  <Form method="post" encType="multipart/form-data">
                    <input type="hidden" name="intent" value="delete" />
                    <input type="hidden" name="fileId" value={id} />
                    <Button
                      variant="quiet"
                      size="small"
                      pending={pending("delete", id)}
                      aria-label={t("creator.filesDeleteOf", { name })}
                    >
                      {t("creator.filesDelete")}
                    </Button>
                  </Form>
                </div>
              </Card>
            </li>
          ))}
        </ul>
      )}
      <AddFiles
        room={maxAttachments - files.length}
        error={errorOf("file")}
        refusedName={result?.fileName}
        saving={pending("add")}
      />
    </div>
  );
}

interface AddFilesProps {
  /** How many more files the video may have. */
  room: number;
  error: string | undefined;
  refusedName: string | undefined;
  saving: boolean;
}

function AddFiles({ room, error, refusedName, saving }: AddFilesProps) {
  const t = useText();
  const pickerTexts = usePickerTexts();
  if (room <= 0) return <Notice className="mt-10">{t("creator.filesFull")}</Notice>;
  return (
    <Form method="post" encType="multipart/form-data" className="mt-10 space-y-6">
      <h2 className="text-xl">{t("creator.filesAdd")}</h2>
      {error && (
        <FormError>
          {refusedName ? t("creator.filesRefused", { name: refusedName }) : t("common.checkFields")}
        </FormError>
      )}
      <input type="hidden" name="intent" value="add" />
      <FileField
        name="file"
        label={t("creator.filesFile")}
        hint={t("creator.filesFileHint", { count: room })}
        error={error}
        accept={attachmentAccept}
        pickerTexts={pickerTexts}
        multiple
        required
      />
      <Button size="large" className="w-full" pending={saving} pendingLabel={t("creator.saving")}>
        {t("creator.filesSave")}
      </Button>
    </Form>
  );
}

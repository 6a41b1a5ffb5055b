import { Form } from "@remix-run/react";
import { formatBytes } from "~/features/base/files/accepted-files";
import { usePickerTexts } from "~/features/base/files/use-picker-texts";
import {
  attachmentAccept,
  attachmentNameMax,
  maxAttachments,
} from "~/features/videos/lesson-files/attachment-rules";
import type { listAttachments } from "~/features/videos/lesson-files/attachments.queries.server";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/forms/field";
import { FileField } from "~/ui/forms/file-field";
import { FormError } from "~/ui/forms/form-error";
import { TextLink } from "~/ui/link";
import { Notice } from "~/ui/notice";

interface AddAttachmentsProps {
  count: number;
  error: string | undefined;
  refusedName: string | undefined;
  saving: boolean;
}

export function AddAttachments({ count, error, refusedName, saving }: AddAttachmentsProps) {
  const t = useText();
  const pickerTexts = usePickerTexts();
  const room = maxAttachments - count;
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

interface AttachmentListProps {
  videoId: string;
  files: Awaited<ReturnType<typeof listAttachments>>;
  refused: { values: Record<string, string> } | undefined;
  errorOf: (field: string) => string | undefined;
  /** Whether a form of this intent is being sent, for one file or for any. */
  pending: (intent: string, id?: string) => boolean;
}

export function AttachmentList({ videoId, files, refused, errorOf, pending }: AttachmentListProps) {
  const locale = useLocale();
  const t = useText();
  const linkTo = useLinkTo();
  if (files.length === 0) return <p className="text-ink-soft">{t("creator.filesNone")}</p>;
  return (
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
                error={refused?.values.fileId === id ? errorOf("name") : undefined}
                defaultValue={(refused?.values.fileId === id && refused.values.name) || name}
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
              <TextLink {...linkTo(`/watch/${videoId}/files/${id}`)} reloadDocument>
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
  );
}

import { Form } from "@remix-run/react";
import { usePickerTexts } from "~/features/base/files/use-picker-texts";
import { attachmentAccept, maxAttachments } from "~/features/videos/lesson-files/attachment-rules";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { FileField } from "~/ui/forms/file-field";
import { FormError } from "~/ui/forms/form-error";
import { Notice } from "~/ui/notice";

interface AddAttachmentsProps {
  /** How many files the video has. */
  count: number;
  error: string | undefined;
  refusedName: string | undefined;
  saving: boolean;
}

/** The form that adds files to an own video, as long as there is room. */
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

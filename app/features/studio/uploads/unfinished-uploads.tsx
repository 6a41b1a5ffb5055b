import { Form } from "@remix-run/react";
import { type ChangeEvent, useState } from "react";
import { formatBytes, videoAccept } from "~/features/base/files/accepted-files";
import { usePickerTexts } from "~/features/base/files/use-picker-texts";
import { localizePath } from "~/i18n/page-language";
import { useLocale, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { FileField } from "~/ui/forms/file-field";
import { useHydrated } from "~/ui/hydrated";
import { type UnfinishedUpload, uploadPath } from "./resumable-limits";
import type { useResumableUpload } from "./use-resumable-upload";

type UnfinishedUploadsProps = {
  uploads: readonly UnfinishedUpload[];
  onResume: ReturnType<typeof useResumableUpload>["resume"];
};

/** Unfinished uploads. A browser forgets a file with its page, so the person chooses it again to resume. */
export function UnfinishedUploads({ uploads, onResume }: UnfinishedUploadsProps) {
  const t = useText();
  if (uploads.length === 0) return null;
  return (
    <section aria-label={t("uploads.unfinished")} className="mb-8 space-y-4">
      {uploads.map((upload) => (
        <Unfinished key={upload.id} upload={upload} onResume={onResume} />
      ))}
    </section>
  );
}

type UnfinishedProps = { upload: UnfinishedUpload; onResume: UnfinishedUploadsProps["onResume"] };

function Unfinished({ upload, onResume }: UnfinishedProps) {
  const t = useText();
  const locale = useLocale();
  const hydrated = useHydrated();
  const pickerTexts = usePickerTexts();
  const [error, setError] = useState<string>();
  const { title, fileName } = upload;
  const texts = { title, file: fileName, size: formatBytes(upload.bytes, locale) };
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    setError(undefined);
    if (!file) return;
    const problem = await onResume(upload, file);
    if (problem) setError(t(problem, texts));
  };
  return (
    <Card className="space-y-4 p-5">
      <h2 className="text-xl break-words">{t("uploads.resumeTitle", texts)}</h2>
      <p className="text-ink-soft break-words">
        {t(hydrated ? "uploads.resumeText" : "uploads.resumeNeedsScript", texts)}
      </p>
      {hydrated && (
        <FileField
          name={`resume-${upload.id}`}
          label={t("uploads.chooseFile", texts)}
          error={error}
          accept={videoAccept}
          onChange={choose}
          pickerTexts={pickerTexts}
        />
      )}
      <Form method="post" action={localizePath(uploadPath(upload.id), locale)}>
        <Button
          name="intent"
          value="drop"
          variant="secondary"
          size="small"
          aria-label={t("uploads.dropLabel", texts)}
        >
          {t("uploads.drop")}
        </Button>
      </Form>
    </Card>
  );
}

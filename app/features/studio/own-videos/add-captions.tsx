import { Form, useNavigation } from "@remix-run/react";
import { usePickerTexts } from "~/features/base/files/use-picker-texts";
import type { SkippedCue } from "~/features/videos/lesson-files/caption-files";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { FileField } from "~/ui/forms/file-field";
import { FormError } from "~/ui/forms/form-error";
import { SelectField } from "~/ui/forms/select-field";
import type { CaptionsView } from "./show-captions.server";
import { SkippedCues } from "./skipped-cues";

interface AddCaptionsProps extends Pick<CaptionsView, "video" | "languages"> {
  /** The last answer to a form of the page. */
  refused:
    | { errors: Record<string, unknown>; values: Record<string, string>; skipped?: SkippedCue[] }
    | undefined;
  errorOf: (field: string) => string | undefined;
}

/** The form that adds captions from a file. */
export function AddCaptions({ video, languages, refused, errorOf }: AddCaptionsProps) {
  const saving = useNavigation().formData?.get("intent") === "preview";
  const t = useText();
  const pickerTexts = usePickerTexts();
  return (
    <Form method="post" encType="multipart/form-data" className="mt-10 space-y-6">
      <h2 className="text-xl">{t("creator.captionsAdd")}</h2>
      {refused && !refused.errors.generatedLanguage && (
        <FormError>{errorOf("form") ?? t("common.checkFields")}</FormError>
      )}
      {refused?.skipped && <SkippedCues cues={refused.skipped} count={refused.skipped.length} />}
      <input type="hidden" name="intent" value="preview" />
      <SelectField
        name="language"
        label={t("creator.captionsLanguage")}
        error={errorOf("language")}
        defaultValue={refused?.values.language ?? video.spokenLanguage ?? "pt"}
        options={languages}
      />
      <FileField
        name="file"
        label={t("creator.captionsFile")}
        hint={t("creator.captionsFileHint")}
        error={errorOf("file")}
        accept=".vtt,.srt,text/vtt,application/x-subrip"
        pickerTexts={pickerTexts}
        required
      />
      <Button size="large" className="w-full" pending={saving} pendingLabel={t("creator.captionsReading")}>
        {t("creator.captionsRead")}
      </Button>
    </Form>
  );
}

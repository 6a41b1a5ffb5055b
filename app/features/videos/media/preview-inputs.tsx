import { type ChangeEvent, useState } from "react";
import { checkChosenFile, videoAccept } from "~/features/base/files/accepted-files";
import { usePickerTexts } from "~/features/base/files/use-picker-texts";
import type { MessageKey } from "~/i18n/message-key";
import { useText } from "~/i18n/use-locale";
import { Field, TextAreaField } from "~/ui/forms/field";
import { FileField } from "~/ui/forms/file-field";
import type { FormFields } from "~/ui/forms/form-error";
import { outcomeMaxLength, outcomesMost, previewMaxSeconds } from "./preview-length";

interface PreviewInputsProps {
  result: FormFields;
  /** An excerpt is cut of a file, a link is a YouTube video's. Both while the source is not known. */
  shows: { excerpt: boolean; link: boolean };
  onChosen: (field: string, problem: MessageKey | undefined, file?: File) => void;
  now?: {
    kind: "excerpt" | "trailer" | "youtube" | null;
    status: "waiting" | "ready" | "failed" | "unavailable" | null;
  };
}

const nowTexts = { excerpt: "nowExcerpt", trailer: "nowTrailer", youtube: "nowLink" } as const;

export function OutcomesInput({ result }: Pick<PreviewInputsProps, "result">) {
  const t = useText();
  return (
    <TextAreaField
      {...result.field("outcomes")}
      label={t("previews.outcomes")}
      optionalLabel={`(${t("common.optional")})`}
      hint={t("previews.outcomesHint")}
      rows={outcomesMost}
      maxLength={outcomesMost * (outcomeMaxLength + 2)}
    />
  );
}

/** The trailer's file is last: the server knows the text fields before a file streams in. */
export function PreviewInputs({ result, shows, onChosen, now }: PreviewInputsProps) {
  const t = useText();
  return (
    <fieldset className="min-w-0 space-y-4 rounded-card border border-line p-4 sm:p-5">
      <legend className="float-left mb-1 w-full font-semibold">{t("previews.legend")}</legend>
      <p className="clear-both text-sm text-ink-soft">{t("previews.text")}</p>
      {now && (
        <p className="text-sm font-semibold">
          {t(now.kind ? `previews.${nowTexts[now.kind]}` : "previews.nowNone")}{" "}
          {now.status && now.status !== "ready" && t(`previews.${now.status}`)}
        </p>
      )}
      {now?.kind === "trailer" && (
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name="removeTrailer" value="on" className="size-5 accent-ink" />
          {t("previews.removeTrailer")}
        </label>
      )}
      {shows.excerpt && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            {...result.field("previewSeconds", "60")}
            label={t("previews.seconds")}
            hint={t("previews.secondsHint")}
            inputMode="numeric"
            pattern="[0-9]{1,3}"
            title={t("previews.secondsWrong", { most: previewMaxSeconds })}
          />
          <Field
            {...result.field("previewStart", "0")}
            label={t("previews.start")}
            hint={t("previews.startHint")}
            inputMode="numeric"
            pattern="[0-9]{1,5}"
          />
        </div>
      )}
      {shows.link && (
        <Field
          {...result.field("trailerUrl")}
          type="url"
          label={t("previews.trailerUrl")}
          optionalLabel={`(${t("common.optional")})`}
          hint={t("previews.trailerUrlHint")}
          placeholder="https://youtu.be/…"
        />
      )}
      <TrailerInput result={result} onChosen={onChosen} />
    </fieldset>
  );
}

function TrailerInput({ result, onChosen }: Pick<PreviewInputsProps, "result" | "onChosen">) {
  const t = useText();
  const pickerTexts = usePickerTexts();
  const [checked, setChecked] = useState<{ problem: MessageKey | undefined }>();
  const check = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    const problem = file && checkChosenFile("trailer", file);
    setChecked({ problem });
    onChosen("trailer", problem, problem ? undefined : file);
  };
  return (
    <FileField
      name="trailer"
      label={t("previews.trailer")}
      optionalLabel={`(${t("common.optional")})`}
      hint={t("previews.trailerHint")}
      error={checked ? checked.problem && t(checked.problem) : result.errorOf("trailer")}
      accept={videoAccept}
      onChange={check}
      pickerTexts={pickerTexts}
    />
  );
}

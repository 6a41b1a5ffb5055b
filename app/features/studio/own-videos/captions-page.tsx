import { Form, useNavigation } from "@remix-run/react";
import { usePickerTexts } from "~/features/base/files/use-picker-texts";
import type { CueProblem, SkippedCue } from "~/features/videos/lesson-files/caption-files";
import { clockMoment } from "~/features/videos/listing/duration";
import type { MessageKey } from "~/i18n/message-key";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { SelectField } from "~/ui/forms/field";
import { FileField } from "~/ui/forms/file-field";
import { FormError, type FormFields } from "~/ui/forms/form-error";
import { TextLink } from "~/ui/link";
import { Notice } from "~/ui/notice";
import type { CaptionsPreview, CaptionsView } from "./change-captions.server";

interface AddCaptionsProps extends Pick<CaptionsView, "video" | "languages"> {
  refused: { errors: Record<string, unknown>; skipped?: SkippedCue[] } | undefined;
  result: FormFields;
}

export function AddCaptions({ video, languages, refused, result: { errorOf, field } }: AddCaptionsProps) {
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
        {...field("language", video.spokenLanguage ?? "pt")}
        label={t("creator.captionsLanguage")}
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

export function CaptionsList({ video, captions }: Pick<CaptionsView, "video" | "captions">) {
  const { formData } = useNavigation();
  const t = useText();
  if (captions.length === 0) return <p className="text-ink-soft">{t("creator.captionsNone")}</p>;
  return (
    <ul className="space-y-4">
      {captions.map(({ language, name, isGenerated, cueCount, skipped, skippedCount }) => (
        <li key={language}>
          <Card className="p-4 sm:p-5">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <div>
                <h2 className="text-lg">{name}</h2>
                <p className="text-sm text-ink-soft tabular-nums">
                  {t("creator.captionsCount", { count: cueCount })}
                </p>
                <TextLink
                  to={`/watch/${video.id}/captions/${language}.vtt`}
                  reloadDocument
                  download={`${language}.vtt`}
                  aria-label={t("creator.captionsDownloadOf", { language: name })}
                  className="text-sm"
                >
                  {t("creator.captionsDownload")}
                </TextLink>
              </div>
              <Form method="post" encType="multipart/form-data">
                <input type="hidden" name="intent" value="delete" />
                <input type="hidden" name="language" value={language} />
                <Button
                  variant="quiet"
                  size="small"
                  pending={formData?.get("intent") === "delete" && formData.get("language") === language}
                  aria-label={t("creator.captionsDeleteOf", { language: name })}
                >
                  {t("creator.captionsDelete")}
                </Button>
              </Form>
            </div>
            {isGenerated && (
              <Notice tone="info" className="mt-4 text-sm">
                {t("creator.captionsCheck")}
              </Notice>
            )}
            <SkippedCues cues={skipped} count={skippedCount} />
          </Card>
        </li>
      ))}
    </ul>
  );
}

interface PreviewCaptionsProps extends Pick<CaptionsView, "languages"> {
  videoId: string;
  preview: CaptionsPreview;
}

export function PreviewCaptions({ videoId, languages, preview }: PreviewCaptionsProps) {
  const saving = useNavigation().formData?.get("intent") === "save";
  const t = useText();
  const linkTo = useLinkTo();
  const { language, text, cueCount, cues, skipped } = preview;
  return (
    <Form method="post" encType="multipart/form-data" className="mt-10 space-y-6">
      <div>
        <h2 className="text-xl">{t("creator.captionsPreview")}</h2>
        <p className="mt-1 text-ink-soft">{t("creator.captionsPreviewHint")}</p>
      </div>
      <p className="text-sm text-ink-soft tabular-nums">
        {languages.find(({ value }) => value === language)?.label} ·{" "}
        {t("creator.captionsCount", { count: cueCount })}
      </p>
      <ol lang={language} className="space-y-2">
        {[...cues.entries()].map(([index, { from, text: said }]) => (
          <li key={index} className="flex gap-3">
            <span className="w-12 shrink-0 text-right text-sm leading-6 tabular-nums">
              {clockMoment(Math.floor(from / 1_000))}
            </span>
            <span className="min-w-0 whitespace-pre-line [overflow-wrap:anywhere]">{said}</span>
          </li>
        ))}
      </ol>
      <SkippedCues cues={skipped} count={skipped.length} />
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="language" value={language} />
      <input type="hidden" name="text" value={text} />
      <Button size="large" className="w-full" pending={saving} pendingLabel={t("creator.saving")}>
        {t("creator.captionsSave")}
      </Button>
      <p>
        <TextLink {...linkTo(`/creator/videos/${videoId}/captions`)} reloadDocument>
          {t("creator.captionsAnother")}
        </TextLink>
      </p>
    </Form>
  );
}

/** `ordered`: the language of the last order at the streaming service. */
export function GenerateCaptions({
  ordered,
  languages,
  language,
  problem,
  pending,
}: {
  ordered: { name: string; failed: boolean | null } | null;
  languages: { value: string; label: string }[];
  language: string;
  problem: string | undefined;
  pending: boolean;
}) {
  const t = useText();
  if (ordered && !ordered.failed)
    return (
      <Notice tone="info" className="mt-10" title={t("creator.captionsBeingMade")}>
        {t("creator.captionsBeingMadeIn", { language: ordered.name })}
      </Notice>
    );
  return (
    <Form method="post" encType="multipart/form-data" className="mt-10 space-y-6">
      <h2 className="text-xl">{t("creator.captionsGenerate")}</h2>
      <p className="text-ink-soft">{t("creator.captionsGenerateHint")}</p>
      {ordered && <Notice tone="danger">{t("creator.captionsNotMade", { language: ordered.name })}</Notice>}
      <input type="hidden" name="intent" value="generate" />
      <SelectField
        name="language"
        id="generated-language"
        label={t("creator.captionsSpoken")}
        error={problem}
        defaultValue={language}
        options={languages}
      />
      <Button variant="secondary" size="large" className="w-full" pending={pending}>
        {t("creator.captionsGenerate")}
      </Button>
    </Form>
  );
}

const problemTexts = {
  noTime: "creator.captionsNoTime",
  badTime: "creator.captionsBadTime",
  endsBeforeStart: "creator.captionsEndsBeforeStart",
  beyondEnd: "creator.captionsBeyondEnd",
  noText: "creator.captionsNoText",
  textTooLong: "creator.captionsTextTooLong",
} as const satisfies Record<CueProblem, MessageKey>;

const maxListed = 20;

/** `count`: of all, which may be more than those stored. */
function SkippedCues({ cues, count }: { cues: readonly SkippedCue[]; count: number }) {
  const t = useText();
  const listed = cues.slice(0, maxListed);
  if (listed.length === 0) return null;
  return (
    <Notice tone="warn" className="mt-4 text-sm" title={t("creator.captionsSkipped", { count })}>
      <ul className="tabular-nums">
        {listed.map(({ line, problem }) => (
          <li key={line}>{t("creator.captionsLine", { line, problem: t(problemTexts[problem]) })}</li>
        ))}
      </ul>
      {count > listed.length && t("creator.captionsSkippedMore", { count: count - listed.length })}
    </Notice>
  );
}

import { Form, useNavigation } from "@remix-run/react";
import { clockMoment } from "~/features/videos/listing/duration";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { TextLink } from "~/ui/text-link";
import type { CaptionsPreview } from "./change-captions.server";
import type { CaptionsView } from "./show-captions.server";
import { SkippedCues } from "./skipped-cues";

interface PreviewCaptionsProps extends Pick<CaptionsView, "languages"> {
  videoId: string;
  preview: CaptionsPreview;
}

/** The first cues of a file and the form that saves it. */
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

import { useSearchParams } from "@remix-run/react";
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { checkChosenFile, thumbnailMimeTypes, videoAccept } from "~/features/base/files/accepted-files";
import { usePickerTexts } from "~/features/base/files/use-picker-texts";
import { pricingField } from "~/features/base/money/price";
import { PriceField } from "~/features/base/money/price-field";
import { titleMaxLength } from "~/features/videos/lesson-files/chapters";
import { DescriptionField } from "~/features/videos/lesson-files/description-field";
import { LanguageInputs, TopicField } from "~/features/videos/listing/listing-fields";
import type { Topic } from "~/features/videos/listing/topic";
import { OutcomesInput, PreviewInputs } from "~/features/videos/media/preview-inputs";
import { CoverOffer } from "~/features/videos/pictures/cover-fields";
import { readCoverChoice } from "~/features/videos/pictures/cover-form";
import type { MessageKey } from "~/i18n/message-key";
import { useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { Field } from "~/ui/forms/field";
import { FileField } from "~/ui/forms/file-field";
import { OptionalPart } from "~/ui/forms/optional-part";
import { RadioGroup } from "~/ui/forms/radio-group";
import { useHydrated } from "~/ui/hydrated";
import { Notice } from "~/ui/notice";
import type { ShownDraft } from "./draft-fields";
import { FramePicker } from "./frame-picker";
import { KeptPicture, KeptTrailer } from "./kept-media";
import { titleFromFile } from "./title-from-file";

type UploadFieldsProps = {
  topics: readonly Topic[];
  languages: readonly { value: string; label: string }[];
  /** The platform's share of the creator's sales, in basis points. */
  shareBp: number;
  firstSource: string;
  errorOf: (field: string) => string | undefined;
  typedIn: (field: string) => string | undefined;
  /** Called with the problem of a chosen file; undefined without one. */
  onChosen: (field: string, problem: MessageKey | undefined, file?: File) => void;
  /** Whether several files may be chosen at once, each for a draft. */
  several: boolean;
  /** Called with more than one chosen file. */
  onSeveral: (files: readonly File[]) => void;
  /** How far the chosen file is, below its field. */
  transfer: ReactNode;
  /** Whether the server has the video already. */
  hasFile: boolean;
  /** Picture and trailer that the draft has. */
  kept: Pick<ShownDraft, "thumbnailUrl" | "trailerName">;
  /** The field whose file is on its way into the draft. */
  keeping: "thumbnail" | "trailer" | undefined;
};

/** The fields of the upload form (product.md, Upload new video and Validation), in the order in which they are sent. */
export function UploadFields({
  topics,
  languages,
  shareBp,
  firstSource,
  errorOf,
  typedIn,
  onChosen,
  transfer,
  hasFile,
  kept,
  keeping,
  several,
  onSeveral,
}: UploadFieldsProps) {
  const t = useText();
  const pickerTexts = usePickerTexts();
  const hydrated = useHydrated();
  const [params] = useSearchParams();
  const [source, setSource] = useState(firstSource);
  const check = (kind: "video" | "thumbnail") => (event: ChangeEvent<HTMLInputElement>) => {
    const { files, form } = event.currentTarget;
    if (files && files.length > 1) {
      const chosen = [...files];
      // The form is for one video.
      event.currentTarget.value = "";
      return onSeveral(chosen);
    }
    const [file] = files ?? [];
    const wrong = file && checkChosenFile(kind, file);
    if (kind === "video") setChosenVideo(wrong ? undefined : file);
    const title = form?.elements.namedItem("title");
    if (kind === "video" && file && title instanceof HTMLInputElement && title.value.trim() === "")
      title.value = titleFromFile(file.name);
    onChosen(kind, wrong, wrong ? undefined : file);
  };
  const [chosenVideo, setChosenVideo] = useState<File>();
  const putThumbnail = (picture: File) => {
    const field = holder.current?.closest("form")?.elements.namedItem("thumbnail");
    if (!(field instanceof HTMLInputElement)) return;
    const files = new DataTransfer();
    files.items.add(picture);
    field.files = files.files;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };
  // Script sends the file beside the form: it comes first then, unless one was chosen at the end before that.
  const holder = useRef<HTMLDivElement>(null);
  const [isFirst, setFirst] = useState(false);
  useEffect(
    () => setFirst(!holder.current?.querySelector<HTMLInputElement>('[name="video"]')?.files?.length),
    [],
  );
  // Without script both parts stand in the form, and the choice says which one counts.
  const shows = (part: string) => !hydrated || source === part;
  const hasError = (...fields: string[]) => fields.some((field) => errorOf(field) !== undefined);
  const sourcePart = (
    <div ref={holder} className="space-y-6">
      {shows("youtube") && (
        <Card className="space-y-4 p-4 sm:p-5">
          <Field
            name="youtubeUrl"
            type="url"
            label={t("creator.youtubeUrl")}
            error={errorOf("youtubeUrl")}
            defaultValue={typedIn("youtubeUrl")}
            placeholder="https://youtu.be/…"
            required={hydrated}
          />
          <Notice>{t("creator.youtubeNotice")}</Notice>
        </Card>
      )}
      {shows("file") && (
        <Card className="p-4 sm:p-5">
          <FileField
            name="video"
            label={t("creator.videoFile")}
            hint={`${t("creator.videoHint")} ${t(several ? "uploads.severalHint" : "uploads.oneHint")}`}
            error={errorOf("video")}
            accept={videoAccept}
            required={hydrated && !hasFile}
            multiple={several}
            onChange={check("video")}
            pickerTexts={pickerTexts}
          />
          {transfer}
        </Card>
      )}
    </div>
  );
  return (
    <>
      <RadioGroup
        name="source"
        label={t("creator.source")}
        hint={isFirst ? undefined : t("creator.sourceHint")}
        defaultValue={firstSource}
        onValueChange={setSource}
        error={errorOf("source")}
        options={[
          { value: "file", label: t("creator.sourceFile") },
          { value: "youtube", label: t("creator.sourceYoutube") },
        ]}
      />
      {isFirst && sourcePart}
      <Field
        name="title"
        label={t("creator.title")}
        error={errorOf("title")}
        defaultValue={typedIn("title")}
        maxLength={titleMaxLength}
        required
      />
      <DescriptionField
        name="description"
        label={t("creator.description")}
        error={errorOf("description")}
        defaultValue={typedIn("description")}
        rows={4}
        required
      />
      <PriceField
        label={t("creator.price")}
        hint={t("creator.priceHint")}
        currency="BRL"
        shareBp={shareBp}
        error={errorOf("price")}
        defaultValue={typedIn("price")}
        pricing={typedIn(pricingField)}
        beside={
          <Field
            name="currencyShown"
            label={t("common.currency")}
            value={t("creator.currencyFixed")}
            readOnly
            disabled
          />
        }
      />
      {chosenVideo && shows("file") && <FramePicker file={chosenVideo} onChoose={putThumbnail} />}
      {kept.thumbnailUrl && <KeptPicture key={kept.thumbnailUrl} url={kept.thumbnailUrl} />}
      <CoverOffer choice={readCoverChoice((field) => typedIn(field) ?? params.get(field))} />
      <FileField
        name="thumbnail"
        label={t("creator.thumbnail")}
        hint={
          <>
            {t("creator.thumbnailHint")} {shows("youtube") && t("creator.thumbnailOptional")}
          </>
        }
        error={errorOf("thumbnail")}
        accept={thumbnailMimeTypes.join(",")}
        required={hydrated && source === "file" && !kept.thumbnailUrl}
        onChange={check("thumbnail")}
        pickerTexts={pickerTexts}
      />
      <div className="border-t border-line">
        <OptionalPart
          title={t("previews.outcomes")}
          first={{ outcomes: typedIn("outcomes") }}
          summarize={({ outcomes = "" }) => {
            const count = outcomes.split("\n").filter((line) => line.trim() !== "").length;
            return count > 0 ? t("shareVideo.outcomesDone", { count }) : t("uploads.optionalHelps");
          }}
          hasError={hasError("outcomes")}
        >
          <OutcomesInput errorOf={errorOf} typedIn={typedIn} />
        </OptionalPart>
        <OptionalPart
          title={t("uploads.topicAndLanguage")}
          first={{
            topic: topics.find(({ slug }) => slug === typedIn("topic"))?.name,
            spokenLanguage: languages.find(({ value }) => value === typedIn("spokenLanguage"))?.label,
          }}
          summarize={({ topic, spokenLanguage }) =>
            [topic ?? t("creator.topicNone"), spokenLanguage].filter(Boolean).join(", ")
          }
          hasError={hasError("topic", "spokenLanguage")}
        >
          <TopicField topics={topics} chosen={typedIn("topic") ?? ""} error={errorOf("topic")} />
          <LanguageInputs languages={languages} errorOf={errorOf} typedIn={typedIn} />
        </OptionalPart>
        <OptionalPart
          title={t("previews.legend")}
          first={{ previewSeconds: typedIn("previewSeconds") ?? "60" }}
          summarize={({ previewSeconds, trailer }) =>
            trailer || kept.trailerName
              ? t("uploads.previewTrailer")
              : previewSeconds && previewSeconds !== "0" && shows("file")
                ? t("uploads.previewSeconds", { seconds: previewSeconds })
                : t("uploads.optional")
          }
          hasError={hasError("previewSeconds", "previewStart", "trailer", "trailerUrl")}
        >
          <PreviewInputs
            errorOf={errorOf}
            typedIn={typedIn}
            shows={{ excerpt: shows("file"), link: shows("youtube") }}
            onChosen={onChosen}
          />
          {kept.trailerName && <KeptTrailer key={kept.trailerName} name={kept.trailerName} />}
          <p role="status" className="text-sm text-ink-soft empty:hidden">
            {keeping === "trailer" && t("uploads.keepingTrailer")}
          </p>
        </OptionalPart>
      </div>
      {/* Last in a plain form: so its length is known as it begins, and it can be passed on as it comes. */}
      {!isFirst && sourcePart}
    </>
  );
}

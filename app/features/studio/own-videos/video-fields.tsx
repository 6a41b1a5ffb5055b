import { useSearchParams } from "@remix-run/react";
import { type ComponentProps, useState } from "react";
import { pricingField } from "~/features/base/money/price";
import { FreeSwitch, PriceField } from "~/features/base/money/price-field";
import { CoverRow } from "~/features/studio/uploads/cover-row";
import {
  describeProblem,
  descriptionMaxLength,
  readChapters,
  titleMaxLength,
} from "~/features/videos/lesson-files/chapters";
import { LanguageInputs, TopicField } from "~/features/videos/listing/listing-fields";
import { OutcomesInput, PreviewInputs } from "~/features/videos/media/preview-inputs";
import { readCoverChoice } from "~/features/videos/pictures/cover-form";
import type { MessageKey } from "~/i18n/message-key";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Field, TextAreaField } from "~/ui/forms/field";
import type { FormFields } from "~/ui/forms/form-error";
import { OptionalPart } from "~/ui/forms/optional-part";
import { RadioGroup } from "~/ui/forms/radio-group";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import type { EditedVideo } from "./show-video-to-edit.server";

interface VideoFieldsProps {
  video: EditedVideo;
  pictures: readonly string[];
  cover: string | null;
  result: FormFields;
  reading: boolean;
  /** Keeps a picture or trailer at once; undefined on sale, where all is saved by its button. */
  onSend: ((body: FormData) => Promise<void>) | undefined;
  onTrailer: (problem: MessageKey | undefined, file?: File) => void;
}

export function VideoFields({
  video,
  pictures,
  cover,
  result,
  reading,
  onSend,
  onTrailer,
}: VideoFieldsProps) {
  const t = useText();
  const [params] = useSearchParams();
  const { errorOf, typedIn, field } = result;
  const { id, unpublished, parts, topics, languages } = video;
  const hasError = (...fields: string[]) => fields.some((field) => errorOf(field) !== undefined);
  const isPublic = unpublished === undefined;
  return (
    <>
      <CoverRow
        pictures={pictures}
        cover={cover}
        reading={reading}
        error={errorOf("thumbnail")}
        choice={readCoverChoice((field) => typedIn(field) ?? params.get(field))}
        onSend={onSend}
      />
      <Field {...field("title")} label={t("creator.title")} maxLength={titleMaxLength} required={isPublic} />
      <DescriptionField
        {...field("description")}
        label={t("creator.description")}
        rows={3}
        seconds={video.seconds}
        required={isPublic}
      />
      <div className="grid gap-6 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <PriceField
          label={t("creator.price")}
          currency={video.currency}
          shareBp={video.shareBp}
          error={errorOf("price")}
          defaultValue={typedIn("price")}
          pricing={typedIn(pricingField)}
        />
        <TopicField topics={topics} result={result} />
      </div>
      <div className="border-t border-line">
        <OptionalPart
          title={t("uploads.outcomes")}
          first={{ outcomes: typedIn("outcomes") }}
          summarize={({ outcomes = "" }) => {
            const count = outcomes.split("\n").filter((line) => line.trim() !== "").length;
            return count > 0 ? t("shareVideo.outcomesDone", { count }) : t("uploads.optionalHelps");
          }}
          hasError={hasError("outcomes")}
        >
          <OutcomesInput result={result} />
        </OptionalPart>
        {!video.isCourse && (
          <OptionalPart
            title={t("uploads.preview")}
            first={{ previewSeconds: typedIn("previewSeconds") ?? "60" }}
            summarize={({ previewSeconds }) =>
              video.preview.kind === "trailer"
                ? t("uploads.previewTrailer")
                : previewSeconds && previewSeconds !== "0" && video.isFile
                  ? t("uploads.previewSeconds", { seconds: previewSeconds })
                  : t("uploads.none")
            }
            hasError={hasError("previewSeconds", "previewStart", "trailer", "trailerUrl")}
          >
            <PreviewInputs
              result={result}
              shows={{ excerpt: video.isFile, link: video.isLink }}
              onChosen={(_, problem, file) => onTrailer(problem, file)}
              now={isPublic || video.preview.kind ? video.preview : undefined}
            />
          </OptionalPart>
        )}
        <OptionalPart
          title={t("creator.captionsTitle")}
          first={{ spokenLanguage: nameOf(languages, typedIn("spokenLanguage")) }}
          summarize={({ spokenLanguage }) => spokenLanguage ?? t("uploads.none")}
          hasError={hasError("spokenLanguage")}
        >
          <LanguageInputs languages={languages} result={result} />
          {video.isFile && (
            <PartLink to={`/creator/videos/${id}/captions`} title={t("creator.captionsLink")}>
              {parts.captions?.length
                ? parts.captions.map((language) => nameOf(languages, language) ?? language).join(", ")
                : t("uploads.none")}
            </PartLink>
          )}
        </OptionalPart>
        <Chapters description={typedIn("description") ?? ""} seconds={video.seconds} />
        <PartLink to={`/creator/videos/${id}/files`} title={t("uploads.files")}>
          {parts.files ? t("uploads.fileCount", { count: Number(parts.files) }) : t("uploads.none")}
        </PartLink>
        {isPublic && (
          <PartLink to={`/creator/videos/${id}/guests`} title={t("guests.title")}>
            {t("guests.link")}
          </PartLink>
        )}
        <OptionalPart
          title={t("uploads.selling")}
          first={{ pricing: typedIn(pricingField) === "free" ? "free" : undefined }}
          summarize={({ pricing }) =>
            pricing === "free"
              ? t("creator.pricingFree")
              : video.selling === "inCourses"
                ? t("creator.sellingInCourses")
                : t("creator.sellingAlone")
          }
          hasError={hasError("selling")}
        >
          {video.selling && (
            <RadioGroup
              name="selling"
              label={t("creator.selling")}
              hint={t("courses.soldHint")}
              options={[
                { value: "alone", label: t("creator.sellingAlone") },
                { value: "inCourses", label: t("creator.sellingInCourses") },
              ]}
              defaultValue={typedIn("selling") ?? video.selling}
            />
          )}
          <FreeSwitch pricing={typedIn(pricingField)} />
        </OptionalPart>
      </div>
    </>
  );
}

function nameOf(languages: EditedVideo["languages"], value: string | undefined): string | undefined {
  return languages.find((language) => language.value === value)?.label;
}

function PartLink({ to, title, children }: { to: string; title: string; children: string }) {
  const linkTo = useLinkTo();
  return (
    <Link {...linkTo(to)} className="flex min-h-12 flex-wrap items-center gap-x-4 border-b border-line py-2">
      <span className="font-semibold">{title}</span>
      <span className="ml-auto text-sm text-ink-soft">{children}</span>
      <Icon name="arrow-right" className="size-5 shrink-0" />
    </Link>
  );
}

function Chapters({ description, seconds }: { description: string; seconds: number | undefined }) {
  const t = useText();
  const read = readChapters(description, seconds);
  const count = read.ok ? read.chapters.length : 0;
  return (
    <OptionalPart
      title={t("uploads.chapters")}
      first={{}}
      summarize={() => (count > 0 ? String(count) : t("uploads.none"))}
      hasError={false}
    >
      <p className="text-sm text-ink-soft">{t("creator.chaptersHint")}</p>
    </OptionalPart>
  );
}

type DescriptionFieldProps = Omit<ComponentProps<typeof TextAreaField>, "onInput" | "maxLength"> & {
  /** Of the video; undefined while it is unknown. */
  seconds?: number | undefined;
};

/** Below it: how many chapters its timestamps make, or why they make none. */
function DescriptionField({ seconds, ...field }: DescriptionFieldProps) {
  const t = useText();
  const [typed, setTyped] = useState<string>();
  const read = readChapters(typed ?? String(field.defaultValue ?? ""), seconds);
  const problem = read.ok ? undefined : describeProblem(read.problem);
  return (
    <div>
      <TextAreaField
        {...field}
        maxLength={descriptionMaxLength}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <p role="status" className="mt-2 flex gap-2 text-sm text-ink-soft empty:hidden">
        {problem ? (
          <>
            <Icon name="alert" className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 [overflow-wrap:anywhere]">{t(problem.key, problem.values)}</span>
          </>
        ) : (
          read.ok &&
          read.chapters.length > 0 && (
            <>
              <Icon name="check" className="mt-0.5 size-4 shrink-0" />
              {t("creator.chaptersFound", { count: String(read.chapters.length) })}
            </>
          )
        )}
      </p>
    </div>
  );
}

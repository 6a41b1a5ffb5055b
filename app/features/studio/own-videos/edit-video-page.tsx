import { Form, useNavigation } from "@remix-run/react";
import { type ChangeEvent, useState } from "react";
import { checkChosenFile, thumbnailMimeTypes } from "~/features/base/files/accepted-files";
import { usePickerTexts } from "~/features/base/files/use-picker-texts";
import { pricingField } from "~/features/base/money/price";
import { PriceField } from "~/features/base/money/price-field";
import { titleMaxLength } from "~/features/videos/lesson-files/chapters";
import { DescriptionField } from "~/features/videos/lesson-files/description-field";
import { LanguageInputs, TopicField } from "~/features/videos/listing/listing-fields";
import { OutcomesInput, PreviewInputs } from "~/features/videos/media/preview-inputs";
import { CoverOffer } from "~/features/videos/pictures/cover-fields";
import { readCoverChoice } from "~/features/videos/pictures/cover-form";
import { thumbnailSrcSet } from "~/features/videos/pictures/picture-sizes";
import type { MessageKey } from "~/i18n/message-key";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button, ButtonLink } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { FileField } from "~/ui/forms/file-field";
import { FormError } from "~/ui/forms/form-error";
import { RadioGroup } from "~/ui/forms/radio-group";
import { Notice } from "~/ui/notice";
import { BackLink } from "~/ui/page-frame/back-link";
import { PageHeader } from "~/ui/page-frame/page-header";
import { TextLink } from "~/ui/text-link";
import { Thumbnail } from "~/ui/thumbnail";
import type { EditFailure } from "./edit-video.server";
import type { EditedVideo } from "./show-video-to-edit.server";

/** Why an edit was refused, with what was typed. */
export interface EditRefusal {
  errors: Record<string, MessageKey>;
  values: Record<string, string>;
  failure?: EditFailure;
}

/** The form of an own video (product.md, My videos). */
export function EditVideoPage({
  video,
  result,
}: {
  video: EditedVideo;
  /** Of the last attempt to save. */
  result: EditRefusal | undefined;
}) {
  const busy = useNavigation().formMethod === "POST";
  const t = useText();
  const linkTo = useLinkTo();
  const pickerTexts = usePickerTexts();
  const [trailerProblem, setTrailerProblem] = useState<MessageKey>();
  const [chosen, setChosen] = useState<{ problem: MessageKey | undefined }>();
  const errorOf = (field: string) => {
    const key = result?.errors[field];
    return key && t(key);
  };
  const typedIn = (name: string) => {
    const stored: Record<string, string> = {
      outcomes: video.outcomes,
      previewSeconds: video.previewSeconds,
      previewStart: video.previewStart,
      trailerUrl: video.trailerUrl,
      spokenLanguage: video.spokenLanguage,
    };
    return result?.values[name] ?? stored[name];
  };
  const field = (name: "title" | "description" | "price", label: MessageKey) => ({
    name,
    label: t(label),
    error: errorOf(name),
    defaultValue: result?.values[name] ?? video[name],
    required: name !== "price",
  });
  // A newly chosen file replaces the server's message about the previous one.
  const thumbnailError = chosen ? chosen.problem && t(chosen.problem) : errorOf("thumbnail");
  const check = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    setChosen({ problem: file && checkChosenFile("thumbnail", file) });
  };
  const failure = result?.failure;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        above={<BackLink {...linkTo("/creator/videos")}>{t("creator.myVideos")}</BackLink>}
        title={t("creator.editTitle")}
        className="mb-8"
      />
      <Form
        method="post"
        encType="multipart/form-data"
        className="space-y-6"
        onSubmit={(event) => {
          if (chosen?.problem || trailerProblem) event.preventDefault();
          else setChosen(undefined);
        }}
      >
        {failure && (
          <Notice tone="danger" role="alert" title={t("creator.editFailed")}>
            {t(failure.step, { reason: t(failure.reason) })}
          </Notice>
        )}
        {result && !failure && <FormError>{errorOf("form") ?? t("common.checkFields")}</FormError>}
        <Field {...field("title", "creator.title")} maxLength={titleMaxLength} />
        <DescriptionField {...field("description", "creator.description")} rows={6} seconds={video.seconds} />
        <OutcomesInput errorOf={errorOf} typedIn={typedIn} />
        <TopicField
          topics={video.topics}
          chosen={result?.values.topic ?? video.topic_slug ?? ""}
          error={errorOf("topic")}
        />
        <LanguageInputs languages={video.languages} errorOf={errorOf} typedIn={typedIn} />
        <div className="flex flex-wrap gap-x-6">
          {!video.isLink && !video.isCourse && (
            <TextLink {...linkTo(`/creator/videos/${video.id}/captions`)}>
              {t("creator.captionsLink")}
            </TextLink>
          )}
          <TextLink {...linkTo(`/creator/videos/${video.id}/files`)}>{t("creator.filesLink")}</TextLink>
          <TextLink {...linkTo(`/creator/videos/${video.id}/guests`)}>{t("guests.link")}</TextLink>
        </div>
        <PriceField
          {...field("price", "creator.price")}
          hint={t("creator.priceEditHint")}
          currency={video.currency}
          shareBp={video.shareBp}
          pricing={result?.values[pricingField] ?? (video.isFree ? "free" : "paid")}
          beside={
            <Field
              name="currencyShown"
              label={t("common.currency")}
              value={video.currency === "BRL" ? t("creator.currencyFixed") : video.currency}
              readOnly
              disabled
            />
          }
        />
        {video.selling && (
          <RadioGroup
            name="selling"
            label={t("creator.selling")}
            hint={t("courses.soldHint")}
            options={[
              { value: "alone", label: t("creator.sellingAlone") },
              { value: "inCourses", label: t("creator.sellingInCourses") },
            ]}
            defaultValue={result?.values.selling ?? video.selling}
          />
        )}
        <CoverOffer choice={readCoverChoice((name) => result?.values[name])} />
        <div className="grid gap-6 sm:grid-cols-2">
          <Thumbnail
            src={video.thumbnail_url}
            srcSet={thumbnailSrcSet(video.thumbnail_url)}
            sizes="(min-width: 40rem) 20rem, 92vw"
            alt={t("creator.thumbnailNow")}
            eager
            className="rounded-card border border-line"
          />
          <FileField
            name="thumbnail"
            label={t("creator.thumbnailNew")}
            hint={t("creator.thumbnailKeep")}
            error={thumbnailError}
            accept={thumbnailMimeTypes.join(",")}
            onChange={check}
            pickerTexts={pickerTexts}
          />
        </div>
        <PreviewInputs
          errorOf={errorOf}
          typedIn={typedIn}
          shows={{ excerpt: video.isFile, link: video.isLink }}
          onChosen={(_, problem) => setTrailerProblem(problem)}
          now={video.preview}
        />
        <div className="flex flex-col-reverse gap-3 pt-2 sm:flex-row">
          <ButtonLink {...linkTo("/creator/videos")} variant="secondary" size="large">
            {t("common.cancel")}
          </ButtonLink>
          <Button size="large" className="sm:grow" pending={busy} pendingLabel={t("creator.saving")}>
            {t("creator.saveChanges")}
          </Button>
        </div>
      </Form>
    </div>
  );
}

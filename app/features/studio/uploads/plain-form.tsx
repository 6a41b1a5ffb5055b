import { useSearchParams } from "@remix-run/react";
import { thumbnailMimeTypes, videoAccept } from "~/features/base/files/accepted-files";
import { pricingField } from "~/features/base/money/price";
import { FreeSwitch, PriceField } from "~/features/base/money/price-field";
import { titleMaxLength } from "~/features/videos/lesson-files/chapters";
import { TopicField } from "~/features/videos/listing/listing-fields";
import type { Topic } from "~/features/videos/listing/topic";
import { CoverOffer } from "~/features/videos/pictures/cover-fields";
import { readCoverChoice } from "~/features/videos/pictures/cover-form";
import type { MessageKey } from "~/i18n/message-key";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Field, TextAreaField } from "~/ui/forms/field";
import { FileField } from "~/ui/forms/file-field";
import { FormError, showFields } from "~/ui/forms/form-error";
import { RadioGroup } from "~/ui/forms/radio-group";
import { Notice } from "~/ui/notice";

export interface PlainFormProps {
  topics: readonly Topic[];
  shareBp: number;
  result:
    | {
        errors: Partial<Record<string, MessageKey>>;
        values: Partial<Record<string, string>>;
        failure?: { step: MessageKey; reason: MessageKey } | undefined;
      }
    | undefined;
}

/** For browsers without script. The file comes last, so that all else is judged before it is stored. */
export function PlainForm({ topics, shareBp, result }: PlainFormProps) {
  const t = useText();
  const [params] = useSearchParams();
  const fields = showFields(result, t);
  const { errorOf, typedIn, field } = fields;
  const failure = result?.failure;
  return (
    <form method="post" encType="multipart/form-data" className="max-w-2xl space-y-6">
      {failure && (
        <Notice tone="danger" role="alert" title={t("videos.uploadFailed")}>
          {t(failure.step, { reason: t(failure.reason) })}
        </Notice>
      )}
      {result?.errors.form && (
        <Notice tone="danger" role="alert" title={t("videos.uploadFailed")}>
          {t(result.errors.form)}
        </Notice>
      )}
      {result && !failure && !result.errors.form && <FormError>{t("common.checkFields")}</FormError>}
      <RadioGroup
        {...field("source", params.get("source") === "youtube" ? "youtube" : "file")}
        label={t("creator.source")}
        options={[
          { value: "file", label: t("creator.sourceFile") },
          { value: "youtube", label: t("creator.sourceYoutube") },
        ]}
      />
      <Field {...field("title")} label={t("creator.title")} maxLength={titleMaxLength} required />
      <TextAreaField {...field("description")} label={t("creator.description")} rows={4} required />
      <PriceField
        label={t("creator.price")}
        hint={t("creator.priceHint")}
        currency="BRL"
        shareBp={shareBp}
        error={errorOf("price")}
        defaultValue={typedIn("price")}
        pricing={typedIn(pricingField)}
      />
      <FreeSwitch pricing={typedIn(pricingField)} />
      <TopicField topics={topics} result={fields} />
      <CoverOffer choice={readCoverChoice((field) => typedIn(field) ?? params.get(field))} />
      <FileField
        name="thumbnail"
        label={t("creator.thumbnail")}
        hint={`${t("creator.thumbnailHint")} ${t("creator.thumbnailOptional")}`}
        error={errorOf("thumbnail")}
        accept={thumbnailMimeTypes.join(",")}
      />
      <Field
        {...field("youtubeUrl")}
        type="url"
        label={t("creator.youtubeUrl")}
        hint={t("creator.youtubeNotice")}
        placeholder="https://youtu.be/…"
      />
      <FileField
        name="video"
        label={t("creator.videoFile")}
        hint={t("creator.videoHint")}
        error={errorOf("video")}
        accept={videoAccept}
      />
      <Button size="large" className="w-full">
        {t("creator.submitUpload")}
      </Button>
      <p className="-mt-3 text-center text-sm text-ink-soft">{t("creator.uploadingHint")}</p>
    </form>
  );
}

import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { type ChangeEvent, useState } from "react";
import { refuseManyUploads } from "~/features/accounts/profile/edit-limit.server";
import { thumbnailMimeTypes } from "~/features/base/files/allowed-file-types";
import { checkChosenFile } from "~/features/base/files/chosen-file";
import { usePickerTexts } from "~/features/base/files/use-picker-texts";
import { parseId } from "~/features/base/form-fields/record-id";
import { pricingField } from "~/features/base/money/price";
import { PriceField } from "~/features/base/money/price-field";
import { writePrice } from "~/features/studio/own-videos/edit-form";
import { findEditableVideo, findVideoToEdit } from "~/features/studio/own-videos/edit-video.queries.server";
import { type EditFailure, editVideo } from "~/features/studio/own-videos/edit-video.server";
import { type ChaptersProblem, readChapters } from "~/features/videos/chapters/chapters";
import { describeProblem } from "~/features/videos/chapters/describe-problem";
import { DescriptionField } from "~/features/videos/chapters/description-field";
import { readCoverChoice } from "~/features/videos/covers/cover-form";
import { CoverOffer } from "~/features/videos/covers/cover-offer";
import { LanguageInputs } from "~/features/videos/listing/language-inputs";
import { listSpokenLanguages } from "~/features/videos/listing/spoken-language";
import { TopicField } from "~/features/videos/listing/topic-field";
import { listTopics } from "~/features/videos/listing/topics.queries.server";
import { OutcomesInput, PreviewInputs } from "~/features/videos/previews/preview-inputs";
import { thumbnailSrcSet } from "~/features/videos/thumbnails/thumbnail-sizes";
import { creatorTitle } from "~/i18n/creator-titles";
import { decideLocale } from "~/i18n/language-in-address";
import type { MessageKey } from "~/i18n/message-key";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { BrokenForm } from "~/platform/forms/multipart.server";
import { goTo } from "~/platform/responses.server";
import { retryAfterHeaders } from "~/platform/retry-after-headers";
import type { Flash } from "~/platform/session/flash.server";
import { requireCreator } from "~/server/guards.server";
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

export const meta: MetaFunction = (page) => creatorTitle(page, "editVideo");

export const headers = retryAfterHeaders;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const videoId = parseId(params.videoId);
  const { db, clock } = context.services;
  const video = videoId && (await findVideoToEdit(db, { creatorId: userId, videoId }, clock()));
  if (!video) throw new Response(null, { status: 404 });
  const locale = decideLocale(new URL(request.url));
  const topics = await listTopics(db, locale);
  const { id, title, description, price_cents, currency, thumbnail_url, topic_slug, spoken_language } = video;
  return {
    ...{
      id,
      title,
      description,
      currency,
      thumbnail_url,
      topic_slug,
      price: writePrice(price_cents, locale),
      topics,
    },
    outcomes: video.outcomes.join("\n"),
    previewSeconds: String(video.preview_seconds),
    previewStart: String(video.preview_start),
    trailerUrl: video.preview_youtube_id ? `https://youtu.be/${video.preview_youtube_id}` : "",
    preview: { kind: video.preview_kind, status: video.preview_status },
    spokenLanguage: spoken_language ?? "",
    languages: listSpokenLanguages(locale),
    seconds: video.duration_seconds ?? undefined,
    shareBp: video.share_bp,
    isFree: price_cents === 0,
    isFile: video.video_type === "cloudflare",
    isLink: video.video_type === "youtube",
    isCourse: video.video_type === "course",
    selling: video.is_lesson ? (video.sold_alone ? "alone" : "inCourses") : undefined,
  };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const { services, log } = context;
  const videoId = parseId(params.videoId);
  const own = videoId && { creatorId: userId, videoId };
  // Checked before the form is read, so that nobody uploads a picture for another creator's video.
  const before = own && (await findEditableVideo(services.db, own));
  if (!before) throw new Response(null, { status: 404 });
  try {
    const refused = await refuseManyUploads(context, userId, request);
    if (refused) return data<Refusal>(refused.problem, refused);
    const edited = await editVideo({ ...services, log }, own, request);
    if (edited.ok) {
      const read = readChapters(edited.description, before.duration_seconds ?? undefined);
      const flash = {
        tone: "success",
        title: "creator.edited",
        ...(read.ok ? {} : flashOf(read.problem)),
      } as const;
      return goTo("/creator/videos", { request, context, flash });
    }
    if (edited.error === "notFound") throw new Response(null, { status: 404 });
    if (edited.error === "failed") return refuse({ ...edited.problem, failure: edited.failure }, 503);
    return refuse(edited.problem, 400);
  } catch (error) {
    if (!(error instanceof BrokenForm)) throw error;
    log.info({ err: error }, "an edit broke off");
    const failure = { step: "creator.editBroken", reason: "videos.uploadUnknown" } as const;
    return refuse({ errors: {}, values: {}, failure }, 400);
  }
}

function flashOf(problem: ChaptersProblem): Pick<Flash, "description" | "values"> {
  const { key, values } = describeProblem(problem);
  return { description: key, values };
}

interface Refusal {
  errors: Record<string, MessageKey>;
  values: Record<string, string>;
  failure?: EditFailure;
}

function refuse(refusal: Refusal, status: number) {
  return data<Refusal>(refusal, { status });
}

/** product.md, My videos. */
export default function EditVideo() {
  const video = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
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
        <Field {...field("title", "creator.title")} maxLength={200} />
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

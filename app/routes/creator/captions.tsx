import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { refuseManyUploads } from "~/features/accounts/profile/edit-limit.server";
import { usePickerTexts } from "~/features/base/files/use-picker-texts";
import { parseId } from "~/features/base/form-fields/record-id";
import { type ChangedCaptions, changeCaptions } from "~/features/studio/own-videos/change-captions.server";
import { findEditableVideo } from "~/features/studio/own-videos/edit-video.queries.server";
import { GenerateCaptions } from "~/features/studio/own-videos/generate-captions";
import { SkippedCues } from "~/features/studio/own-videos/skipped-cues";
import { findCaptionSource } from "~/features/videos/captions/caption-orders.queries.server";
import { listCaptions } from "~/features/videos/captions/captions.queries.server";
import { nameCaptions } from "~/features/videos/captions/name-captions.server";
import type { SkippedCue } from "~/features/videos/captions/read-captions";
import { listSpokenLanguages, nameLanguage } from "~/features/videos/listing/spoken-language";
import { creatorTitle } from "~/i18n/creator-titles";
import type { MessageKey } from "~/i18n/message-key";
import { decideLocale } from "~/i18n/page-language";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { BrokenForm } from "~/platform/forms/multipart.server";
import { goTo } from "~/platform/responses.server";
import { retryAfterHeaders } from "~/platform/retry-after-headers";
import type { Flash } from "~/platform/session/flash.server";
import { requireCreator } from "~/server/guards.server";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { FileField } from "~/ui/forms/file-field";
import { FormError } from "~/ui/forms/form-error";
import { SelectField } from "~/ui/forms/select-field";
import { Notice } from "~/ui/notice";
import { BackLink } from "~/ui/page-frame/back-link";
import { PageHeader } from "~/ui/page-frame/page-header";
import { TextLink } from "~/ui/text-link";

export const meta: MetaFunction = (page) => creatorTitle(page, "captions");

export const headers = retryAfterHeaders;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const { db, streaming } = context.services;
  const videoId = parseId(params.videoId);
  const video = videoId && (await findEditableVideo(db, { creatorId: userId, videoId }));
  if (!video || video.video_type === "youtube" || video.video_type === "course")
    throw new Response(null, { status: 404 });
  const locale = decideLocale(new URL(request.url));
  const [captions, source] = await Promise.all([
    listCaptions(db, video.id),
    streaming && findCaptionSource(db, video.id),
  ]);
  return {
    video: { id: video.id, title: video.title, spokenLanguage: video.spoken_language },
    captions: captions.map((each) => ({ ...each, name: nameCaptions(each, locale) })),
    languages: listSpokenLanguages(locale),
    source: source && {
      ordered: source.language && { name: nameLanguage(source.language, locale), failed: source.failed },
    },
  };
}

interface Refusal {
  errors: Record<string, MessageKey>;
  values: Record<string, string>;
  skipped?: SkippedCue[];
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const { services, log } = context;
  const videoId = parseId(params.videoId);
  const own = videoId && { creatorId: userId, videoId };
  // Checked before the form is read, so that nobody uploads a file for another creator's video.
  if (!own || !(await findEditableVideo(services.db, own))) throw new Response(null, { status: 404 });
  try {
    const refused = await refuseManyUploads(context, userId, request);
    if (refused) return data<Refusal>(refused.problem, refused);
    const changed = await changeCaptions(services, own, request);
    if (changed.ok) {
      const flash = flashOf(changed);
      return goTo(`/creator/videos/${videoId}/captions`, { request, context, flash });
    }
    if (changed.error === "notFound") throw new Response(null, { status: 404 });
    return data<Refusal>({ ...changed.problem, skipped: changed.skipped }, { status: 400 });
  } catch (error) {
    if (!(error instanceof BrokenForm)) throw error;
    log.info({ err: error }, "a captions upload broke off");
    return data<Refusal>({ errors: { form: "creator.editBroken" }, values: {} }, { status: 400 });
  }
}

function flashOf({ intent, skipped }: Extract<ChangedCaptions, { ok: true }>): Flash {
  if (intent === "delete") return { tone: "success", title: "creator.captionsDeleted" };
  if (intent === "generate") return { tone: "success", title: "creator.captionsBeingMade" };
  if (skipped === 0) return { tone: "success", title: "creator.captionsSaved" };
  return {
    tone: "info",
    title: "creator.captionsSaved",
    description: "creator.captionsSavedPartly",
    values: { count: String(skipped) },
  };
}

/** The captions of an own video by language (docs/decisions/0141-captions-are-cues.md). */
export default function Captions() {
  const { video, captions, languages, source } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { formData } = useNavigation();
  const saving = formData?.get("intent") === "save";
  const t = useText();
  const linkTo = useLinkTo();
  const pickerTexts = usePickerTexts();
  const errorOf = (field: string) => {
    const key = result?.errors[field];
    return key && t(key);
  };
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        above={<BackLink {...linkTo(`/creator/videos/${video.id}/edit`)}>{video.title}</BackLink>}
        title={t("creator.captionsTitle")}
        description={t("creator.captionsIntro")}
        className="mb-8"
      />
      {captions.length === 0 ? (
        <p className="text-ink-soft">{t("creator.captionsNone")}</p>
      ) : (
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
      )}
      {source && (
        <GenerateCaptions
          ordered={source.ordered}
          languages={languages}
          language={video.spokenLanguage ?? "pt"}
          problem={errorOf("generatedLanguage")}
          pending={formData?.get("intent") === "generate"}
        />
      )}
      <Form method="post" encType="multipart/form-data" className="mt-10 space-y-6">
        <h2 className="text-xl">{t("creator.captionsAdd")}</h2>
        {result && !result.errors.generatedLanguage && (
          <FormError>{errorOf("form") ?? t("common.checkFields")}</FormError>
        )}
        {result?.skipped && <SkippedCues cues={result.skipped} count={result.skipped.length} />}
        <input type="hidden" name="intent" value="save" />
        <SelectField
          name="language"
          label={t("creator.captionsLanguage")}
          error={errorOf("language")}
          defaultValue={result?.values.language ?? video.spokenLanguage ?? "pt"}
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
        <Button size="large" className="w-full" pending={saving} pendingLabel={t("creator.saving")}>
          {t("creator.captionsSave")}
        </Button>
      </Form>
    </div>
  );
}

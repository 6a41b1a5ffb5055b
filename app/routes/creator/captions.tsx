import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { refuseManyUploads } from "~/features/base/accounts/try-limits.server";
import {
  AddCaptions,
  CaptionsList,
  GenerateCaptions,
  PreviewCaptions,
} from "~/features/studio/own-videos/captions-page";
import {
  type CaptionsPreview,
  type ChangedCaptions,
  changeCaptions,
  showCaptions,
} from "~/features/studio/own-videos/change-captions.server";
import { findEditableVideo } from "~/features/studio/own-videos/edit-video.queries.server";
import type { SkippedCue } from "~/features/videos/lesson-files/caption-files";
import { creatorTitle } from "~/i18n/creator-titles";
import type { MessageKey } from "~/i18n/message-key";
import { decideLocale } from "~/i18n/page-language";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { BrokenForm } from "~/platform/forms/multipart.server";
import { parseId } from "~/platform/forms/record-id";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import type { Flash } from "~/platform/session/cookies.server";
import { requireCreator } from "~/server/guards.server";
import { showFields } from "~/ui/forms/form-error";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = (page) => creatorTitle(page, "captions");

export const headers = retryAfterHeaders;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const videoId = parseId(params.videoId);
  const locale = decideLocale(new URL(request.url));
  const ownVideo = videoId && { creatorId: userId, videoId };
  const shown = ownVideo && (await showCaptions(context.services, ownVideo, locale));
  if (!shown) throw new Response(null, { status: 404 });
  return shown;
}

interface Refusal {
  errors: Record<string, MessageKey>;
  values: Record<string, string>;
  skipped?: SkippedCue[];
  preview?: CaptionsPreview;
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const { services, log } = context;
  const videoId = parseId(params.videoId);
  const ownVideo = videoId && { creatorId: userId, videoId };
  // Before the form is read, so that nobody uploads a file for another creator's video.
  if (!ownVideo || !(await findEditableVideo(services.db, ownVideo)))
    throw new Response(null, { status: 404 });
  try {
    const refused = await refuseManyUploads(context, userId, request);
    if (refused) return data<Refusal>(refused.problem, refused);
    const changed = await changeCaptions(services, ownVideo, request);
    if (changed.ok && changed.intent === "preview")
      return data<Refusal>({ errors: {}, values: {}, preview: changed.preview });
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

function flashOf({ intent, skipped }: Extract<ChangedCaptions, { skipped: number }>): Flash {
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

export default function Captions() {
  const { video, captions, languages, source } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { formData } = useNavigation();
  const t = useText();
  const linkTo = useLinkTo();
  const fields = showFields(result, t);
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        above={<BackLink {...linkTo(`/creator/videos/${video.id}/edit`)}>{video.title}</BackLink>}
        title={t("creator.captionsTitle")}
        className="mb-8"
      />
      <CaptionsList video={video} captions={captions} />
      {source && (
        <GenerateCaptions
          ordered={source.ordered}
          languages={languages}
          language={video.spokenLanguage ?? "pt"}
          problem={fields.errorOf("generatedLanguage")}
          pending={formData?.get("intent") === "generate"}
        />
      )}
      {result?.preview ? (
        <PreviewCaptions videoId={video.id} languages={languages} preview={result.preview} />
      ) : (
        <AddCaptions video={video} languages={languages} refused={result} result={fields} />
      )}
    </div>
  );
}

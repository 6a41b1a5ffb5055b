import { listCaptionLanguages } from "~/features/videos/lesson-files/caption-languages";
import { findCaptionSource, listCaptions } from "~/features/videos/lesson-files/captions.queries.server";
import { nameCaptions } from "~/features/videos/lesson-files/make-captions.server";
import { nameLanguage } from "~/features/videos/listing/spoken-language";
import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { findEditableVideo, type OwnVideo } from "./edit-video.queries.server";

/** Returns the captions of an own video with a file; undefined for another creator's video, a link or a course. */
export async function showCaptions(
  { db, streaming }: Pick<Services, "db" | "streaming">,
  own: OwnVideo,
  locale: Locale,
) {
  const video = await findEditableVideo(db, own);
  if (!video || video.video_type === "youtube" || video.video_type === "course") return undefined;
  const [captions, source] = await Promise.all([
    listCaptions(db, video.id),
    streaming && findCaptionSource(db, video.id),
  ]);
  return {
    video: { id: video.id, title: video.title, spokenLanguage: video.spoken_language },
    captions: captions.map((each) => ({ ...each, name: nameCaptions(each, locale) })),
    languages: listCaptionLanguages(locale),
    source: source && {
      ordered: source.language && { name: nameLanguage(source.language, locale), failed: source.failed },
    },
  };
}

export type CaptionsView = NonNullable<Awaited<ReturnType<typeof showCaptions>>>;

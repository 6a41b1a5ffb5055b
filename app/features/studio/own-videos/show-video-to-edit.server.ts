import { listTopics } from "~/features/videos/listing/listing.queries.server";
import { listSpokenLanguages } from "~/features/videos/listing/spoken-language";
import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { writePrice } from "./edit-form";
import { findVideoToEdit, type OwnVideo } from "./edit-video.queries.server";

export type EditedVideo = NonNullable<Awaited<ReturnType<typeof showVideoToEdit>>>;

/** Returns what the form of a creator's own video shows; undefined where it is not theirs to edit. */
export async function showVideoToEdit(
  { db, clock }: Pick<Services, "db" | "clock">,
  own: OwnVideo,
  locale: Locale,
) {
  const video = await findVideoToEdit(db, own, clock());
  if (!video) return undefined;
  const topics = await listTopics(db, locale);
  const { id, title, description, price_cents, currency, thumbnail_url, topic_slug, spoken_language } = video;
  return {
    id,
    title,
    description,
    currency,
    thumbnail_url,
    topic_slug,
    price: writePrice(price_cents, locale),
    topics,
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

import { placeOf } from "~/features/studio/uploads/resumable-uploads.queries.server";
import { findUnpublished, type OwnVideo } from "~/features/studio/uploads/unpublished.queries.server";
import { listTopics } from "~/features/videos/listing/listing.queries.server";
import { listSpokenLanguages } from "~/features/videos/listing/spoken-language";
import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { countParts, findVideoToEdit } from "./edit-video.queries.server";
import { writePrice } from "./edit-video.server";

export type EditedVideo = NonNullable<Awaited<ReturnType<typeof showVideoToEdit>>>;

interface UnpublishedFile {
  name: string;
  bytes: number;
  /** Those sent to the streaming service are not known before all are there. */
  received: number;
  mark: string;
  /** Where the browser sends it, if not to our own server. */
  sendTo?: string;
}

export async function showVideoToEdit(
  services: Pick<Services, "db" | "storage" | "clock">,
  ownVideo: OwnVideo,
  locale: Locale,
) {
  const { db, clock } = services;
  const [video, unpublished, topics, parts] = await Promise.all([
    findVideoToEdit(db, ownVideo, clock()),
    findUnpublished(db, ownVideo),
    listTopics(db, locale),
    countParts(db, ownVideo.videoId),
  ]);
  const common = { topics, languages: listSpokenLanguages(locale), parts };
  if (!video) return undefined;
  if (!unpublished) {
    const { id, title, description, price_cents, currency, thumbnail_url, video_type } = video;
    return {
      ...common,
      id,
      currency,
      cover: thumbnail_url,
      seconds: video.duration_seconds ?? undefined,
      shareBp: video.share_bp,
      isFile: video_type === "cloudflare",
      isLink: video_type === "youtube",
      isCourse: video_type === "course",
      /** Whether learners may keep it on a device; undefined without a file to keep. */
      offline:
        video_type === "course" || video.has_keepable_file ? (video.offline_allowed ?? false) : undefined,
      preview: { kind: video.preview_kind, status: video.preview_status },
      selling: video.is_lesson ? (video.sold_alone ? "alone" : "inCourses") : undefined,
      values: {
        title,
        description,
        price: writePrice(price_cents, locale),
        pricing: price_cents === 0 ? "free" : "paid",
        topic: video.topic_slug ?? "",
        outcomes: video.outcomes.join("\n"),
        spokenLanguage: video.spoken_language ?? "",
        previewSeconds: String(video.preview_seconds),
        previewStart: String(video.preview_start),
        trailerUrl: video.preview_youtube_id ? `https://youtu.be/${video.preview_youtube_id}` : "",
      } as Partial<Record<string, string>>,
      unpublished: undefined,
    };
  }
  const { id, thumbnail_url, video_type, fields, revision, pictures, state, sent_at } = unpublished;
  const file = await findFile(services, unpublished);
  return {
    ...common,
    id,
    currency: "BRL" as const,
    cover: thumbnail_url,
    seconds: unpublished.duration_seconds ?? undefined,
    shareBp: video.share_bp,
    isFile: video_type === "cloudflare",
    isLink: video_type === "youtube",
    isCourse: false,
    offline: undefined,
    preview: { kind: unpublished.preview_kind, status: null },
    selling: undefined,
    values: fields,
    unpublished: {
      revision,
      pictures,
      file,
      /** Whether "Publicar" was pressed, for a file that is there. */
      isReleased: !unpublished.is_held && (file !== undefined || sent_at !== null),
      stream: sent_at ? state : null,
    },
  };
}

async function findFile(
  { storage }: Pick<Services, "storage">,
  video: NonNullable<Awaited<ReturnType<typeof findUnpublished>>>,
): Promise<UnpublishedFile | undefined> {
  const place = placeOf(video);
  if (!place || !video.bytes) return undefined;
  const { bytes, file_name, file_mark } = video;
  const file = { name: file_name ?? "", bytes, mark: file_mark ?? "" };
  if (place.delivery === "stream") {
    const isWhole = video.sent_at !== null;
    return { ...file, received: isWhole ? bytes : 0, ...(isWhole ? {} : { sendTo: place.uploadUrl }) };
  }
  const received = await storage.resumable.offset(place.write);
  // Swept: it is begun anew.
  return received === undefined ? undefined : { ...file, received };
}

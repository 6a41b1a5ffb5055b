import { defaultLocale, type Locale, languages } from "~/i18n/languages";
import type { MessageKey } from "~/i18n/message-key";

/** 5 MB; also for portraits. */
export const thumbnailMaxBytes = 5_242_880;

export const thumbnailMimeTypes = ["image/jpeg", "image/png", "image/webp"] as const;

export function isThumbnailType(detected: string | undefined): boolean {
  return thumbnailMimeTypes.some((type) => type === detected);
}

/** 500 MB. */
export const videoMaxBytes = 524_288_000;

/** 100 MB: three minutes at the rate of a phone's camera. */
export const trailerMaxBytes = 104_857_600;

export type VideoFormat = "mp4" | "mov" | "avi";

/** By the MIME type that `file-type` detects. */
const videoFormats: Record<string, VideoFormat> = {
  "video/mp4": "mp4",
  // An .m4v is an MP4 by another brand name.
  "video/x-m4v": "mp4",
  "video/quicktime": "mov",
  "video/vnd.avi": "avi",
};

export function parseVideoFormat(detected: string | undefined): VideoFormat | undefined {
  return detected === undefined ? undefined : videoFormats[detected];
}

/** What `file-type` needs. */
export const videoSampleBytes = 4_100;

/** For a file picker (product.md, Constants). Extensions too, because not every system knows each type. */
export const videoAccept = "video/mp4,video/quicktime,video/x-msvideo,video/vnd.avi,.mp4,.m4v,.mov,.avi";

/** Browsers report the system's type for an extension: an AVI has three different ones (shared-mime-info 2.3, Windows). */
const videoTypes: readonly string[] = [
  "video/mp4",
  "video/mp4v-es",
  "video/x-m4v",
  "application/mp4",
  "video/quicktime",
  "video/x-quicktime",
  "video/x-msvideo",
  "video/vnd.avi",
  "video/avi",
  "video/x-avi",
  "video/msvideo",
  "video/divx",
  "video/vnd.divx",
];

const unknownTypes: readonly string[] = ["", "application/octet-stream"];

const rules = {
  video: {
    types: videoTypes,
    maxBytes: videoMaxBytes,
    badType: "videos.videoFormat",
    tooLarge: "videos.videoTooLarge",
  },
  trailer: {
    types: videoTypes,
    maxBytes: trailerMaxBytes,
    badType: "videos.videoFormat",
    tooLarge: "previews.trailerTooLarge",
  },
  thumbnail: {
    types: thumbnailMimeTypes as readonly string[],
    maxBytes: thumbnailMaxBytes,
    badType: "videos.thumbnailFormat",
    tooLarge: "videos.thumbnailTooLarge",
  },
} as const satisfies Record<
  string,
  { types: readonly string[]; maxBytes: number; badType: MessageKey; tooLarge: MessageKey }
>;

/** Before sending (product.md, Validation); the server decides by content. `size`: bytes. Undefined if accepted. */
export function checkChosenFile(
  kind: keyof typeof rules,
  file: { size: number; type: string },
): MessageKey | undefined {
  const { types, maxBytes, badType, tooLarge } = rules[kind];
  if (!unknownTypes.includes(file.type) && !types.includes(file.type)) return badType;
  return file.size > maxBytes ? tooLarge : undefined;
}

const kibibyte = 1024;
const mebibyte = 1024 * 1024;

/** "3,4 MB"; a megabyte is 1,048,576 bytes. */
export function formatBytes(bytes: number, locale: Locale = defaultLocale): string {
  const [value, unit] = bytes < mebibyte ? [bytes / kibibyte, "KB"] : [bytes / mebibyte, "MB"];
  const digits = value < 10 && unit === "MB" ? 1 : 0;
  return `${value.toLocaleString(languages[locale].numbers, { maximumFractionDigits: digits, minimumFractionDigits: digits })} ${unit}`;
}

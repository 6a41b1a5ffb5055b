import { defaultLocale, type Locale, languages } from "~/i18n/languages";
import type { MessageKey } from "~/i18n/message-key";

/** The largest thumbnail or portrait: 5 MB, in bytes. */
export const thumbnailMaxBytes = 5_242_880;

export const thumbnailMimeTypes = ["image/jpeg", "image/png", "image/webp"] as const;

/** Whether the type detected in a thumbnail's content is accepted (JPEG, PNG, WEBP). */
export function isThumbnailType(detected: string | undefined): boolean {
  return thumbnailMimeTypes.some((type) => type === detected);
}

/** The largest video: 500 MB, in bytes. */
export const videoMaxBytes = 524_288_000;

/** The largest trailer: 100 MB, in bytes; three minutes at the rate of a phone's camera. */
export const trailerMaxBytes = 104_857_600;

export type VideoFormat = "mp4" | "mov" | "avi";

/** Accepted formats by the MIME type that the `file-type` package detects in the content. */
const videoFormats: Record<string, VideoFormat> = {
  "video/mp4": "mp4",
  // An .m4v is an MP4 by another brand name.
  "video/x-m4v": "mp4",
  "video/quicktime": "mov",
  "video/vnd.avi": "avi",
};

/** Returns the format for a detected MIME type, undefined if it is not accepted. */
export function parseVideoFormat(detected: string | undefined): VideoFormat | undefined {
  return detected === undefined ? undefined : videoFormats[detected];
}

/** Bytes sampled to detect the format: what `file-type` needs. */
export const videoSampleBytes = 4_100;

/**
 * Types and extensions that a file picker offers (product.md, Constants). The operating system maps types to
 * extensions, and not all know each type. The server decides by a file's content.
 */
export const videoAccept = "video/mp4,video/quicktime,video/x-msvideo,video/vnd.avi,.mp4,.m4v,.mov,.avi";

/**
 * The names under which systems know an MP4, a MOV and an AVI: the browser takes the type from the system, by the
 * file's ending. So an AVI is `video/x-msvideo` or, since shared-mime-info 2.3, `video/vnd.avi` on Linux, `video/avi`
 * on Windows.
 */
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

/** The type that browsers declare for an unknown file. */
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

/**
 * Checks a chosen file in the browser, before it is sent (product.md, Validation). The server decides by the content; a
 * type that the browser does not know is left to it.
 * `size` is in bytes, `type` as the browser declares it. Returns the message, undefined if the file is accepted.
 */
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

/**
 * Writes an amount of data as the screens say it: "3,4 MB", where a megabyte is 1,048,576 bytes as in the limit of
 * 500 MB.
 */
export function formatBytes(bytes: number, locale: Locale = defaultLocale): string {
  const [value, unit] = bytes < mebibyte ? [bytes / kibibyte, "KB"] : [bytes / mebibyte, "MB"];
  const digits = value < 10 && unit === "MB" ? 1 : 0;
  return `${value.toLocaleString(languages[locale].numbers, { maximumFractionDigits: digits, minimumFractionDigits: digits })} ${unit}`;
}

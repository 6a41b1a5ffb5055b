/** 500 MB (design.md, decision 5), in bytes. */
export const videoMaxBytes = 524_288_000;

/** 5 MB (design.md, decision 5), in bytes. */
export const thumbnailMaxBytes = 5_242_880;

/**
 * What a browser offers for choosing (product.md, Constants), by declared type and by ending: which files a type means, the
 * system says, and not all know each type. What a file is, its content decides.
 */
export const videoAccept = "video/mp4,video/quicktime,video/x-msvideo,video/vnd.avi,.mp4,.m4v,.mov,.avi";
export const thumbnailMimeTypes = ["image/jpeg", "image/png", "image/webp"] as const;

/** As many bytes of a file's beginning as its format is told by: what `file-type` wants to see. */
export const videoSampleBytes = 4_100;

export type VideoFormat = "mp4" | "mov" | "avi";

/** What the content's signature says, in the words of the `file-type` package, against the formats we take. */
const videoFormats: Record<string, VideoFormat> = {
  "video/mp4": "mp4",
  // An .m4v is an MP4 by another brand name.
  "video/x-m4v": "mp4",
  "video/quicktime": "mov",
  "video/vnd.avi": "avi",
};

/** Takes the type detected in the content; gives the format, or undefined when it is none of ours. */
export function parseVideoFormat(detected: string | undefined): VideoFormat | undefined {
  return detected === undefined ? undefined : videoFormats[detected];
}

/** Whether the type detected in a thumbnail's content is one the product takes (JPEG, PNG, WEBP). */
export function isThumbnailType(detected: string | undefined): boolean {
  return thumbnailMimeTypes.some((type) => type === detected);
}

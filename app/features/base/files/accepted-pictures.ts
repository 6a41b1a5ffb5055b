/** The largest thumbnail or portrait: 5 MB, in bytes. */
export const thumbnailMaxBytes = 5_242_880;

export const thumbnailMimeTypes = ["image/jpeg", "image/png", "image/webp"] as const;

/** Whether the type detected in a thumbnail's content is accepted (JPEG, PNG, WEBP). */
export function isThumbnailType(detected: string | undefined): boolean {
  return thumbnailMimeTypes.some((type) => type === detected);
}

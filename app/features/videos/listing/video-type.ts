/**
 * product.md, Data: an uploaded file, a YouTube link, the URL of a legacy row, or a course, which has lessons instead.
 */
export type VideoType = "cloudflare" | "youtube" | "legacy" | "course";

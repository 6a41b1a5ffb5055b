/** product.md, Data: an uploaded file, a YouTube link, or the URL of a legacy row. */
export type VideoType = "cloudflare" | "youtube" | "legacy";

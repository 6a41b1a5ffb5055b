/** How a video is delivered (product.md, Data): an uploaded file, a YouTube link, or an old row's address. */
export type VideoType = "cloudflare" | "youtube" | "legacy";

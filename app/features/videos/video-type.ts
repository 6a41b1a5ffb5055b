/** How a video is delivered (spec section 3): an uploaded file, a YouTube link, or an old row's address. */
export type VideoType = "cloudflare" | "youtube" | "legacy";

/** How a video is delivered (spec section 3): an uploaded file, a YouTube link, or an old row's address. */
export const videoTypes = ["cloudflare", "youtube", "legacy"] as const;

export type VideoType = (typeof videoTypes)[number];

/** Of a signed playback link (product.md, Constants). */
export const playLinkSeconds = 3_600;

/** Of a signed link to a video's attachment: the download begins at once. */
export const downloadLinkSeconds = 300;

/** Lifetime of a signed link by which a video plays, in seconds (product.md, Constants). */
export const playLinkSeconds = 3_600;

/** Lifetime of a signed link that downloads a file that comes with a video, in seconds: the download begins at once. */
export const downloadLinkSeconds = 300;

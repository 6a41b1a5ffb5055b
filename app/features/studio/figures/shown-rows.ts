/** Sources and videos of a page: the rest is in its totals and in the file. */
export const shownSources = 30;
export const shownVideos = 50;

/** Sources and videos of a page: the rest is in its totals and in the file. */
export const listedSources = 30;
export const listedVideos = 50;

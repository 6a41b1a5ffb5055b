/** How many cards a page of the marketplace or of "my videos" shows: what a page costs grows with it. */
export const videosPerPage = 24;
